import type { Clock } from './clock.ts';
import { Failure } from './failures.ts';

/**
 * Runs `work` and settles as it does. Rejects with `timeout` after `ms` milliseconds, or with `cancelled` when `signal`
 * aborts, even if `work` ignores the signal that it gets: the caller never waits for a promise that never settles.
 */
export async function withDeadline<T>(
  { clock, ms, signal }: { readonly clock: Clock; readonly ms: number; readonly signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new Failure('cancelled', 'Cancelled');
  const controller = new AbortController();
  const giveUp = (failure: Failure) => controller.abort(failure);
  const onAbort = () => giveUp(new Failure('cancelled', 'Cancelled'));
  const timer = clock.setTimer(ms, () => giveUp(new Failure('timeout', `No answer within ${ms} ms`)));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(controller.signal), rejectionOn(controller.signal)]);
  } finally {
    timer.dispose();
    signal.removeEventListener('abort', onAbort);
  }
}

function rejectionOn(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Failure), { once: true }),
  );
}
