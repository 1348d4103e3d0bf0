/**
 * Returns the delay before the next attempt, in milliseconds: `firstMs`, doubled for each earlier failure, at most
 * `longestMs`. The caller adds the jitter.
 */
export function exponentialDelay(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** Math.min(failures, 30), longestMs);
}
