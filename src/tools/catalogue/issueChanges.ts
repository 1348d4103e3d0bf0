import * as z from 'zod';
import { assignIssue, bulkChangeIssues } from '../../core/api/issues.ts';
import { getCurrentUser } from '../../core/api/users.ts';
import { Problem } from '../definition/fixes.ts';
import { confirmInput, listOfKeys } from '../definition/inputs.ts';
import { defineTool, type Tools } from '../definition/tool.ts';
import { Failure } from '../../core/failures.ts';

/** The statuses that tools set, as the newest platforms name their transitions. */
export const issueStatuses = ['accept', 'falsepositive', 'reopen'] as const;

/** Calls `change` with the transition, and again with its former name on a platform before 10.4. */
export async function withTransition<T>(
  status: (typeof issueStatuses)[number],
  change: (transition: string) => Promise<T>,
): Promise<T> {
  try {
    return await change(status);
  } catch (error) {
    if (status === 'accept' && Failure.is(error, 'badRequest') && error.message.includes('must be one of'))
      return change('wontfix');
    throw error;
  }
}

export const issueChangeTools: Tools = {
  assign_service_issue: defineTool({
    title: 'Assign an issue',
    description: 'Assigns an issue to a login (_me: the user); no assignee removes the present one.',
    effect: 'set',
    input: z.strictObject({ key: z.string().min(1), assignee: z.string().min(1).optional() }),
    output: z.strictObject({ assignedIssue: z.string(), assignee: z.string().optional() }),
    async run({ api }, { key, assignee }) {
      await assignIssue(api, { key, assignee });
      return { assignedIssue: key, assignee };
    },
  }),
  change_service_issues_in_bulk: defineTool({
    title: 'Change many issues',
    description:
      'Changes the status or the assignee of up to 100 issues; the comment is added to changed ones.',
    effect: 'set',
    confirmation: 'Change {issueKeys} issues at once?',
    input: z.strictObject({
      issueKeys: listOfKeys.min(1),
      status: z.enum(issueStatuses).optional(),
      assignee: z.string().min(1).optional(),
      comment: z.string().min(1).optional(),
      ...confirmInput,
    }),
    output: z.strictObject({ changed: z.number(), ignored: z.number(), failed: z.number() }),
    async run({ api }, { issueKeys: keys, status, assignee, comment }) {
      if (status === undefined && assignee === undefined) throw new Problem('Pass status or assignee.');
      const login = assignee === '_me' ? (await getCurrentUser(api)).login : assignee;
      const change = (transition?: string): ReturnType<typeof bulkChangeIssues> =>
        bulkChangeIssues(api, { keys, transition, assignee: login, comment });
      const { success, ignored, failures } = await (status === undefined
        ? change()
        : withTransition(status, change));
      return { changed: success, ignored, failed: failures };
    },
  }),
};
