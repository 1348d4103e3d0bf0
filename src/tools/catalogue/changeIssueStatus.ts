import * as z from 'zod';
import { transitionIssue } from '../../core/api/issues.ts';
import { Failure } from '../../core/failures.ts';
import { defineTool } from '../definition/tool.ts';

export const changeIssueStatus = defineTool({
  name: 'change_service_issue_status',
  title: 'Change the status of an issue',
  description: 'Accepts an issue, marks it a false positive or reopens it.',
  toolset: 'issues',
  effect: 'set',
  input: z.strictObject({
    key: z.string().min(1),
    status: z.enum(['accept', 'falsepositive', 'reopen']),
  }),
  output: z.strictObject({ issueKey: z.string(), newStatus: z.string() }),
  async run({ api, signal }, { key, status }) {
    const change = (transition: string): ReturnType<typeof transitionIssue> =>
      transitionIssue(api, { key, transition }, { signal });
    const issue = await change(status).catch((error: unknown) => {
      // Before 10.4 this transition had another name.
      if (status === 'accept' && Failure.is(error, 'badRequest') && error.message.includes('must be one of'))
        return change('wontfix');
      throw error;
    });
    return { issueKey: issue.key, newStatus: issue.issueStatus ?? issue.resolution ?? issue.status };
  },
});
