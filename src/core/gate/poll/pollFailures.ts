import type { Api } from '../../api/client.ts';
import { getSystemStatus } from '../../api/system.ts';
import type { Connection } from '../../connections/connection.ts';
import { Failure, type FailureCode } from '../../failures.ts';

/** Sends one request of a poll, by a client that stops at the deadline of the request and with the poll. */
export type SendRequest = <T>(request: (api: Api) => Promise<T>) => Promise<T>;

/**
 * Returns the failure to report for `error`. A server that starts refuses good tokens and does not know existing
 * projects. `unauthorized` and `notFound` of a server are therefore believed only if it says that it is `UP`.
 * @returns `error` itself, or, if the server is not up, `unavailable` or the failure of the request for its status.
 *   Never rejects.
 */
export async function failureToReport(
  error: unknown,
  { connection, ask }: { readonly connection: Connection; readonly ask: SendRequest },
): Promise<unknown> {
  const isDoubtful = Failure.is(error, 'unauthorized') || Failure.is(error, 'notFound');
  if (!isDoubtful || connection.kind === 'cloud') return error;
  try {
    const { status } = await ask(getSystemStatus);
    return status === 'UP' ? error : new Failure('unavailable', `The platform is not up yet: ${status}`);
  } catch (inner) {
    return inner;
  }
}

/** The platform will not answer other requests either, or they should not be sent now. */
export const fatalFailures: readonly FailureCode[] = ['unauthorized', 'rateLimited', 'cancelled'];

/** Only this answer is broken. The failure does not predict the answer to the next request. */
export const brokenAnswers: readonly FailureCode[] = [
  'malformed',
  'tooLarge',
  'badRequest',
  'removed',
  'serverError',
];

/** The platform is unreachable, or a proxy answers in its place. The next request may succeed. */
export const outages: readonly string[] = [
  'unreachable',
  'unknownHost',
  'proxy',
  'timeout',
  'unavailable',
  'serverError',
  'malformed',
] satisfies readonly FailureCode[];
