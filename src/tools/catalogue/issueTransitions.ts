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
