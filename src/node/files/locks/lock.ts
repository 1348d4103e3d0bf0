import { randomUUID } from 'node:crypto';
import { readFile, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { exponentialDelay } from '../../../core/backoff.ts';
import { Failure } from '../../../core/failures.ts';
import { parseIfValid } from '../../../core/parsing.ts';
import { makeFolder } from '../textFile.ts';
import { createWhole, holderSchema, hasProcessEnded, ownHolder } from './lockFile.ts';
import { isMissing, systemCodeOf } from '../../systemError.ts';

export interface HeldLock {
  /**
   * Reads the lock again, just before the caller writes. Rejects with `busy` if another process has taken it over, for
   * instance after a long sleep of the machine. The caller must not write then.
   */
  assertHeld(): Promise<void>;
}

/** A living holder renews the modification time of its lock at this interval, milliseconds. */
const heartbeatMs = 1_500;
/** A waiting process takes over a lock whose heartbeat it has not seen for this long, milliseconds. */
const expiryMs = 5_000;
/** A lock with a heartbeat this old is taken over at once. Milliseconds; long, because machines' clocks may differ. */
const abandonedMs = 30_000;
/** The default waiting time for a lock, milliseconds: longer than the lock of a dead holder lasts. */
const defaultWaitMs = 15_000;
const firstPauseMs = 5;
const longestPauseMs = 100;

/**
 * Runs `work` while no other process or window holds the lock of `path`.
 *
 * @param waitMs How long to wait for the lock, milliseconds.
 * @throws {Failure} `busy` if the lock stays held, `storage` if the file system takes no lock.
 */
export async function withLock<T>(
  path: string,
  work: (held: HeldLock) => Promise<T>,
  waitMs = defaultWaitMs,
): Promise<T> {
  const result = await withLockIfFree(path, work, waitMs);
  if (!result) throw new Failure('busy', `${path} is locked by another window`);
  return result.value;
}

/**
 * Works as `withLock`, but resolves with undefined when another process or window holds the lock.
 *
 * @param waitMs How long to wait for the lock, milliseconds; not at all by default.
 */
export async function withLockIfFree<T>(
  path: string,
  work: (held: HeldLock) => Promise<T>,
  waitMs = 0,
): Promise<{ readonly value: T } | undefined> {
  await makeFolder(dirname(path));
  const lock = `${path}.lock`;
  const text = await acquire(lock, waitMs).catch((error: unknown) => {
    throw new Failure('storage', `Could not lock ${path}`, { cause: error });
  });
  if (text === undefined) return undefined;
  const isOwn = async (): Promise<boolean> => (await read(lock)) === text;
  const heartbeat = setInterval(() => void renew(lock, isOwn), heartbeatMs).unref();
  const assertHeld = async (): Promise<void> => {
    if (!(await isOwn())) throw new Failure('busy', `The lock of ${path} was lost`);
  };
  try {
    return { value: await work({ assertHeld }) };
  } finally {
    clearInterval(heartbeat);
    await release(lock, isOwn);
  }
}

async function renew(lock: string, isOwn: () => Promise<boolean>): Promise<void> {
  try {
    const now = new Date();
    if (await isOwn()) await utimes(lock, now, now);
  } catch {
    // The next heartbeat tries again. If none succeeds, another process takes the lock over, and `assertHeld` rejects.
  }
}

/** Leaves a lock alone that another process has taken over. */
async function release(lock: string, isOwn: () => Promise<boolean>): Promise<void> {
  try {
    if (await isOwn()) await rm(lock);
  } catch {
    // The work is done, and a lock that cannot be removed expires.
  }
}

/** Returns the content of the lock file that it has created; undefined if another process keeps the lock. */
async function acquire(lock: string, waitMs: number): Promise<string | undefined> {
  // The token tells this lock from every other one, also of the same process.
  const text = JSON.stringify({ ...ownHolder, token: randomUUID() });
  const isExpired = expiryCheck();
  const end = performance.now() + waitMs;
  for (let attempt = 0; ; attempt++) {
    if (await createWhole(lock, text)) return text;
    const found = await inspect(lock);
    if (found && isExpired(found) && (await takeAway(lock, found))) continue;
    if (performance.now() >= end) return undefined;
    // The random part keeps the waiting processes out of step.
    await pause(exponentialDelay(attempt, firstPauseMs, longestPauseMs) * (1 + Math.random()));
  }
}

/** A lock as a waiting process sees it. */
interface FoundLock {
  /** Undefined for a folder: earlier versions made folders as locks, and renewed their modification time. */
  readonly text: string | undefined;
  readonly modifiedMs: number;
}

/**
 * Returns undefined if the lock has been released meanwhile. Reads the content before the time: when another process
 * replaces the lock in between, the result is an old content with a fresh time, and never a live lock that looks expired.
 */
async function inspect(lock: string): Promise<FoundLock | undefined> {
  try {
    const text = await read(lock);
    const { mtimeMs: modifiedMs } = await stat(lock);
    return { text, modifiedMs };
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the content of a lock file; undefined for a folder and without a lock. */
async function read(lock: string): Promise<string | undefined> {
  try {
    return await readFile(lock, 'utf8');
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes(systemCodeOf(error))) return undefined;
    throw error;
  }
}

/**
 * Returns a check that is called with each state of a lock. It returns true when the process of the lock has ended, or
 * when no heartbeat was seen for `expiryMs`. It measures that time with the monotonic clock of this process, because
 * clocks of machines differ. Only a lock that looks older than `abandonedMs` by the clock is not observed first.
 */
function expiryCheck(): (found: FoundLock) => boolean {
  let seen: FoundLock | undefined;
  let since = 0;
  return (found) => {
    if (found.text !== seen?.text || found.modifiedMs !== seen?.modifiedMs) {
      seen = found;
      since = performance.now();
    }
    if (hasHolderEnded(found)) return true;
    return performance.now() - since > expiryMs || Date.now() - found.modifiedMs > abandonedMs;
  };
}

/** Returns false for a partial text or another version, where only the heartbeat shows whether the holder is dead. */
function hasHolderEnded({ text }: FoundLock): boolean {
  const holder = parseIfValid(holderSchema, text ?? '');
  return holder !== undefined && hasProcessEnded(holder);
}

/**
 * Removes an expired lock. Only the process that has created the marker beside it may do so, and reads the lock again
 * first: another process may have removed it and created its own, which must not be missing even for a moment.
 *
 * @returns False if another process is removing the lock.
 */
async function takeAway(lock: string, { text }: FoundLock): Promise<boolean> {
  if (text === undefined) return takeFolderAway(lock);
  const marker = `${lock}.takeover`;
  if (!(await createWhole(marker, JSON.stringify(ownHolder)))) {
    await dropIfAbandoned(marker);
    return false;
  }
  try {
    if ((await read(lock)) === text) await rm(lock, { force: true });
    return true;
  } finally {
    await rm(marker, { force: true });
  }
}

async function takeFolderAway(lock: string): Promise<boolean> {
  try {
    await rmdir(lock);
  } catch (error) {
    // ENOENT: another process was faster. ENOTDIR: the folder has become a file.
    if (!isMissing(error)) throw error;
  }
  return true;
}

/** Removes the marker of a process that ended while it removed a lock. */
async function dropIfAbandoned(marker: string): Promise<void> {
  const found = await inspect(marker);
  if (found && (hasHolderEnded(found) || Date.now() - found.modifiedMs > abandonedMs))
    await rm(marker, { force: true });
}
