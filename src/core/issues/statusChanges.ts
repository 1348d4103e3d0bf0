import type { Api } from '../api/client.ts';
import { addIssueComment, searchIssues, transitionIssue } from '../api/issues.ts';
import { Failure } from '../failures.ts';
import { gateQuery, type GateId } from '../gate/model.ts';

/** Why an issue need not be fixed: the analyzer is wrong, or the team accepts the issue. */
export type Resolution = 'falsePositive' | 'accept';

/** The transitions of each resolution, the preferred one first: servers before 10.4 know `accept` as `wontfix`. */
const transitions: Readonly<Record<Resolution, readonly string[]>> = {
  falsePositive: ['falsepositive'],
  accept: ['accept', 'wontfix'],
};

/** Returns the transition for a resolution; undefined if the platform does not offer it to this user. */
export function transitionFor(resolution: Resolution, offered: readonly string[]): string | undefined {
  return transitions[resolution].find((transition) => offered.includes(transition));
}

interface StatusChange {
  readonly key: string;
  readonly transition: string;
  /** Empty: no comment. */
  readonly comment: string;
}

/**
 * Changes the status of an issue, then adds the comment. The platform has recomputed the gate when this resolves.
 * @returns the failure of the comment if only the comment is missing
 * @throws the `Failure` of the change
 */
export async function changeStatus(
  api: Api,
  { key, transition, comment }: StatusChange,
): Promise<Failure | undefined> {
  await transitionIssue(api, { key, transition });
  if (comment === '') return undefined;
  try {
    await addIssueComment(api, { key, text: comment });
    return undefined;
  } catch (error) {
    if (!Failure.is(error)) throw error;
    return error;
  }
}

/** Asks the platform whether an issue is open: the user may see an old answer after another user changed its status. */
export async function isOpen(
  api: Api,
  issue: GateId & { readonly key: string; readonly organization: string | undefined },
): Promise<boolean> {
  const { key, organization } = issue;
  const query = { ...gateQuery(issue), organization, keys: [key], resolved: false };
  return (await searchIssues(api, query)).items.length > 0;
}

/** Takes a resolution back: the issue is open again. */
export async function reopenIssue(api: Api, key: string): Promise<void> {
  await transitionIssue(api, { key, transition: 'reopen' });
}
