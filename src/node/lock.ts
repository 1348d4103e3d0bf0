import { dirname } from 'node:path';
import { lock } from 'proper-lockfile';
import { Failure } from '../core/failures.ts';
import { makeFolder } from './files.ts';

/** A lock while it is held. */
export interface HeldLock {
  /** Throws `busy` when the lock was lost, as after a long sleep of the machine: write nothing then. */
  assertHeld(): void;
}

/** A holder that died is replaced after `stale` milliseconds; a living one says so every `update`. */
const life = { stale: 5_000, update: 1_500 };

/** About 15 seconds in all: longer than a dead holder counts. */
const patience = { retries: 120, factor: 1.3, minTimeout: 5, maxTimeout: 100, randomize: true };

/** Runs `work` while no other process or window holds the lock of `path`. Rejects with `busy` when it stays held. */
export async function withLock<T>(path: string, work: (held: HeldLock) => Promise<T>): Promise<T> {
  const result = await lockAndRun(path, patience, work);
  if (!result) throw new Failure('busy', `${path} is locked by another window`);
  return result.value;
}

/** As `withLock`, but resolves with undefined at once where somebody else holds the lock. */
export function withLockIfFree<T>(
  path: string,
  work: (held: HeldLock) => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  return lockAndRun(path, { retries: 0 }, work);
}

async function lockAndRun<T>(
  path: string,
  retries: typeof patience | { readonly retries: 0 },
  work: (held: HeldLock) => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  await makeFolder(dirname(path));
  let lost = false;
  let release: () => Promise<void>;
  try {
    const onCompromised = () => {
      lost = true;
    };
    // Not the real path: the file itself need not be there.
    release = await lock(path, { ...life, retries, realpath: false, onCompromised });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOCKED') return undefined;
    throw new Failure('storage', `Could not lock ${path}`, { cause: error });
  }
  const assertHeld = () => {
    if (lost) throw new Failure('busy', `The lock of ${path} was lost`);
  };
  try {
    return { value: await work({ assertHeld }) };
  } finally {
    // Whether it was lost or cannot be removed, it goes stale by itself: the work is done either way.
    await release().catch(() => undefined);
  }
}
