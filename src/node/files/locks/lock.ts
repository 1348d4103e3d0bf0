import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { Failure } from '../../../core/failures.ts';
import { makeFolder } from '../textFile.ts';

/** A lock that is currently held. */
interface HeldLock {
  /**
   * Throws `busy` when the lock was lost, for instance after a long sleep of the machine. The caller must not write
   * then.
   */
  assertHeld(): void;
}

/**
 * In milliseconds. A lock is taken over from a holder that has not renewed it for `stale`; a living holder renews it
 * every `update`.
 */
const life = { stale: 5_000, update: 1_500 };

/** About 15 seconds in total, which is longer than the lock of a dead holder lasts. */
const patience = { retries: 120, factor: 1.3, minMs: 5, maxMs: 100 };

/** Runs `work` while no other process or window holds the lock of `path`. Rejects with `busy` when it stays held. */
export async function withLock<T>(path: string, work: (held: HeldLock) => Promise<T>): Promise<T> {
  const result = await lockAndRun(path, patience, work);
  if (!result) throw new Failure('busy', `${path} is locked by another window`);
  return result.value;
}

/** As `withLock`, but resolves with undefined at once when another process or window holds the lock. */
export function withLockIfFree<T>(
  path: string,
  work: (held: HeldLock) => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  return lockAndRun(path, { ...patience, retries: 0 }, work);
}

async function lockAndRun<T>(
  path: string,
  tries: typeof patience,
  work: (held: HeldLock) => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  await makeFolder(dirname(path));
  let lost = false;
  const release = await acquire(path, tries, () => {
    lost = true;
  });
  if (!release) return undefined;
  const assertHeld = () => {
    if (lost) throw new Failure('busy', `The lock of ${path} was lost`);
  };
  try {
    return { value: await work({ assertHeld }) };
  } finally {
    // A lock that was lost or cannot be removed expires, and the work is done in either case.
    await release().catch(() => undefined);
  }
}

/**
 * Returns the function that releases the lock, or undefined when another holder keeps it. The library's own retries
 * are not used, because they would go on after every error, also on a read-only disk.
 */
async function acquire(
  path: string,
  { retries, factor, minMs, maxMs }: typeof patience,
  onCompromised: () => void,
): Promise<(() => Promise<void>) | undefined> {
  for (let attempt = 0; ; attempt++) {
    try {
      // Not the real path, because the file itself need not exist.
      return await lock(path, { ...life, retries: 0, realpath: false, onCompromised });
    } catch (error) {
      const isHeld = error instanceof Error && 'code' in error && error.code === 'ELOCKED';
      if (!isHeld) throw new Failure('storage', `Could not lock ${path}`, { cause: error });
      if (attempt >= retries) return undefined;
    }
    // The random part keeps the waiting processes out of step.
    await pause(Math.min(minMs * factor ** attempt, maxMs) * (1 + Math.random()));
  }
}
