/** Returns the milliseconds to the next attempt, without jitter: `firstMs` doubled per failure, up to `longestMs`. */
export function exponentialDelay(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** Math.min(failures, 30), longestMs);
}
