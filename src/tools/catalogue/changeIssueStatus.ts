import * as z from 'zod';
import { addIssueComment, issueStatusOf, transitionIssue } from '../../core/api/issues.ts';
import { Failure } from '../../core/failures.ts';
import { Problem } from '../definition/fixes.ts';
import { defineTool } from '../definition/tool.ts';
import { issueStatuses, withTransition } from './issueTransitions.ts';

export const changeIssueStatus = defineTool({
  name: 'change_service_issue_status',
  title: 'Change the status of an issue',
  description: 'Accepts an issue, marks it a false positive or reopens it.',
  toolset: 'issues',
  effect: 'set',
  input: z.strictObject({
    key: z.string().min(1),
    status: z.enum(issueStatuses),
    comment: z.string().min(1).optional(),
  }),
  output: z.strictObject({ issueKey: z.string(), newStatus: z.string() }),
  async run({ api, signal }, { key, status, comment }) {
    const issue = await withTransition(status, (transition) =>
      transitionIssue(api, { key, transition }, { signal }),
    );
    const newStatus = issueStatusOf(issue);
    if (comment !== undefined)
      await addIssueComment(api, { key, text: comment }, { signal }).catch((error: unknown) => {
        if (!Failure.is(error)) throw error;
        throw new Problem(`The status is now ${newStatus}, but the comment was not added: ${error.message}`);
      });
    return { issueKey: issue.key, newStatus };
  },
});
