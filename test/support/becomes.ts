import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

const patienceMs = 10_000;

/** Waits until what `read` gives is as expected; fails with the difference. For files, which make no event that a test could await. */
export async function becomes(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  for (const end = Date.now() + patienceMs; ; await pause(50)) {
    try {
      assert.deepEqual(await read(), expected);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
