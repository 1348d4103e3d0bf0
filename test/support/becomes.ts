import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const notYet = Symbol('not yet');

/**
 * Waits until what `read` gives is as expected; fails with the difference. For files, which make no event that a test could
 * await, and which may be half written when they are read: a read that fails is only a failure at the end.
 */
export async function becomes(read: () => unknown, expected: unknown, patienceMs = 30_000): Promise<void> {
  const end = Date.now() + patienceMs;
  while (Date.now() < end) {
    const actual = await Promise.resolve()
      .then(read)
      .catch(() => notYet);
    if (isDeepStrictEqual(actual, expected)) return;
    await pause(50);
  }
  assert.deepEqual(await read(), expected);
}
