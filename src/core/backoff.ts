/** Returns milliseconds to the next attempt: `firstMs`, doubled per earlier failure, at most `longestMs`, no jitter. */
export function exponentialDelay(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** Math.min(failures, 30), longestMs);
}
