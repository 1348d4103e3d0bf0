import type { Api, CallOptions } from '../api/client.ts';
import { getTask, type BackgroundTask } from '../api/tasks.ts';
import { Failure, type FailureCode } from '../failures.ts';

interface WaitOptions {
  /** How long the task may take, in milliseconds. 0: it must have ended already. */
  readonly timeoutMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Resolves after so many milliseconds; rejects when the signal aborts. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Called after each answer or failed request that is followed by another one. */
  readonly onWait?: (state: string, elapsedMs: number) => void;
}

/** Failures that may be over at the next request. */
const passing: ReadonlySet<FailureCode> = new Set([
  'unreachable',
  'timeout',
  'rateLimited',
  'unavailable',
  'serverError',
]);

const running: ReadonlySet<string> = new Set(['PENDING', 'IN_PROGRESS']);
/** Milliseconds between two requests: the first is short for small projects, the last spares a busy platform. */
const shortestPause = 500;
const longestPause = 5000;

/**
 * Returns the task once it has ended, whatever its status, or as it is when the time is over. A platform that is away for
 * a while is asked again.
 *
 * @throws the `Failure` of the last request when the time is over, and at once one that waiting does not repair.
 */
export async function waitForTask(
  api: Api,
  id: string,
  { timeoutMs, now, pause, onWait }: WaitOptions,
  options?: CallOptions,
): Promise<BackgroundTask> {
  const start = now();
  for (let delay = shortestPause; ; delay = Math.min(delay * 1.5, longestPause)) {
    const outcome = await getTask(api, id, options).catch((error: unknown) => passingFailure(error));
    const isFailure = outcome instanceof Failure;
    if (!isFailure && !running.has(outcome.status)) return outcome;
    const elapsed = now() - start;
    const left = timeoutMs - elapsed;
    const wait = Math.max(delay, isFailure ? (outcome.retryAfterMs ?? 0) : 0);
    if (left <= 0) {
      if (isFailure) throw outcome;
      return outcome;
    }
    onWait?.(isFailure ? outcome.message : outcome.status, elapsed);
    await pause(Math.min(wait, left));
  }
}

/** Whether a background task has not ended yet. */
export function isRunning({ status }: Pick<BackgroundTask, 'status'>): boolean {
  return running.has(status);
}

function passingFailure(error: unknown): Failure {
  if (error instanceof Failure && passing.has(error.code)) return error;
  throw error;
}
