import assert from 'node:assert/strict';

/** The factor that a busy machine and small caches may add to linear growth. */
const slack = 2.5;

/** Milliseconds between two values of the clock of Windows for processor time, which says 0 for a short input. */
const tickMs = process.platform === 'win32' ? 16 : 0;

/** Milliseconds that starts, compilation and collections of garbage cost whatever the input is. */
const allowanceMs = 60;

/**
 * Fails if the time of `work` grows faster than the length of its input.
 *
 * The limit is a multiple of what a short input costs on the same machine, in processor time, which other processes do
 * not add to.
 * @param work does its work for an input of so many characters
 * @param title names the input in the error
 */
export function assertLinear(work: (length: number) => void, short: number, long: number, title = ''): void {
  const limit = (slack * long * (cost(work, short, 3) + tickMs)) / short + allowanceMs;
  const once = cost(work, long, 1);
  if (once <= limit || cost(work, long, 2) <= limit) return;
  assert.fail(`${title}: ${once} ms for ${long} characters, at most ${limit} ms expected`);
}

/** Milliseconds of processor time, the least of some runs. */
function cost(work: (length: number) => void, length: number, runs: number): number {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    work(length);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
