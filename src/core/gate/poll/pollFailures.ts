import type { Api, CallOptions } from '../../api/client.ts';
import { getSystemStatus } from '../../api/system.ts';
import type { Connection } from '../../connections/connection.ts';
import { Failure, type FailureCode } from '../../failures.ts';

/** Sends one request under a deadline. */
export type Ask = <T>(request: (options: CallOptions) => Promise<T>) => Promise<T>;

/** While a server starts, good tokens are refused and existing projects unknown: believed only when it says UP. */
export async function judged(
  error: unknown,
  { api, connection, ask }: { readonly api: Api; readonly connection: Connection; readonly ask: Ask },
): Promise<unknown> {
  const isDoubtful = Failure.is(error, 'unauthorized') || Failure.is(error, 'notFound');
  if (!isDoubtful || connection.kind === 'cloud') return error;
  try {
    const { status } = await ask((options) => getSystemStatus(api, options));
    return status === 'UP' ? error : new Failure('unavailable', `The platform is not up yet: ${status}`);
  } catch (inner) {
    return inner;
  }
}

/** The platform does not offer this to us at all; asking again soon is no use. */
export const refusals: readonly FailureCode[] = ['badRequest', 'forbidden', 'notFound'];

/** Nothing else will be answered either, or should be asked now. */
export const showstoppers: readonly FailureCode[] = ['unauthorized', 'rateLimited', 'cancelled'];

/** Broken by itself: says nothing about the answer to the next request. */
export const brokenAnswers: readonly FailureCode[] = ['malformed', 'tooLarge', 'badRequest', 'serverError'];

/** The platform is away, or something before it answers in its place: says nothing against asking again. */
export const outages: readonly string[] = [
  'unreachable',
  'timeout',
  'unavailable',
  'serverError',
  'malformed',
] satisfies readonly FailureCode[];

export function isOneOf(error: unknown, codes: readonly FailureCode[]): boolean {
  return Failure.is(error) && codes.includes(error.code);
}
