import * as z from 'zod';
import { assignIssue as assign } from '../../core/api/issues.ts';
import { defineTool } from '../definition/tool.ts';

export const assignIssue = defineTool({
  name: 'assign_service_issue',
  title: 'Assign an issue',
  description: 'Assigns an issue to a login (_me: the user); no assignee removes the present one.',
  toolset: 'issue-changes',
  effect: 'set',
  input: z.strictObject({ key: z.string().min(1), assignee: z.string().min(1).optional() }),
  output: z.strictObject({ assignedIssue: z.string(), assignee: z.string().optional() }),
  async run({ api, signal }, { key, assignee }) {
    await assign(api, { key, assignee }, { signal });
    return { assignedIssue: key, assignee };
  },
});
