import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure, messageOf } from '../../../core/failures.ts';
import {
  missingFolders,
  readIfPresent,
  syncFolders,
  syncPath,
  writeDurably,
  type FileSteps,
} from './fileSteps.ts';
import { retryWhileOpen } from '../retryWhileOpen.ts';
import { ownPath, realPathInside } from '../realPath.ts';
import {
  assertSamePath,
  clear,
  contentDigest,
  foldersOf,
  ignoreFailedCleanup,
  restoreOriginals,
  writeJournal,
  type TransactionStep,
} from './transactionJournal.ts';

/** The current and the desired content of a file; `after` undefined deletes the file. */
export interface FileChange {
  readonly path: string;
  /**
   * The project that holds the file: a link on the way is refused. Undefined for a file of the user, whose own links
   * are followed. See `files/realPath.ts`.
   */
  readonly within?: string | undefined;
  /** Undefined: the file must not exist. */
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** Exact permissions. By default, a file keeps its permissions and a new file gets 0o644. */
  readonly mode?: number;
}

interface TransactionOptions {
  /** Path of the journal for `recoverChanges` after a crash. A single file needs none: one rename replaces it. */
  readonly journal?: string;
  readonly steps?: FileSteps;
}

interface Prepared extends TransactionStep {
  readonly bytes: Uint8Array | undefined;
  readonly mode: number;
}

/**
 * Makes all changes or none. New contents and backups are written before the first file is replaced. After a later
 * failure, the originals are put back; where that fails too, the journal is kept, so that `recoverChanges` tries
 * again. Completed changes survive a power failure. Permissions are kept.
 *
 * `FileChange.within` documents how links are treated. When a link is created while this runs, nothing is written
 * through it.
 * @throws {Failure} `busy` if a file no longer holds `before`, otherwise `storage`.
 */
export async function applyChanges(
  changes: readonly FileChange[],
  { journal, steps = fs }: TransactionOptions = {},
): Promise<void> {
  const items: Prepared[] = [];
  const folders = new Set<string>();
  const note = (isDone: boolean): Promise<void> | undefined =>
    journal === undefined
      ? undefined
      : writeJournal(
          journal,
          { version: 1, steps: items.map(withoutBytes), folders: [...folders], isDone },
          steps,
        );
  try {
    for (const change of changes) items.push(await prepare(change, folders, steps));
    await note(false);
    if (journal !== undefined) await syncFolders([dirname(journal)], steps);
    for (const item of items) await stage(item, steps);
    for (const item of items) {
      assertSamePath(item);
      const { fresh, target } = item;
      if (fresh === undefined) await steps.rm(target, { force: true });
      else await retryWhileOpen(() => steps.rename(fresh, target));
    }
    // After a power failure the journal must not claim more than the disk has kept.
    await syncFolders([...foldersOf(items), ...[...folders].map(dirname)], steps);
    await note(true);
  } catch (error) {
    const lost = await restoreOriginals({ steps: items, folders: [...folders] }, steps);
    if (lost.length === 0) await forget(journal, steps);
    if (Failure.is(error) && lost.length === 0) throw error;
    const state = lost.length > 0 ? `could not be put back: ${lost.join(', ')}` : 'nothing was changed';
    throw new Failure('storage', `${messageOf(error)}; ${state}`, { cause: error });
  }
  await finish(items, journal, steps);
}

/**
 * Removes the backups, then the journal. When the disk cannot sync the completed journal, both stay for the next run:
 * after a power failure an older journal may reappear, and it needs the backups.
 */
async function finish(
  items: readonly Prepared[],
  journal: string | undefined,
  steps: FileSteps,
): Promise<void> {
  if (journal !== undefined)
    try {
      await syncFolders([dirname(journal)], steps);
    } catch {
      // No data is lost: the changes are complete, and `recoverChanges` removes the backups and the journal.
      return;
    }
  await clear(items, steps);
  await forget(journal, steps);
}

async function forget(journal: string | undefined, steps: FileSteps): Promise<void> {
  if (journal !== undefined) await steps.rm(journal, { force: true }).catch(ignoreFailedCleanup);
}

const withoutBytes = ({ bytes, mode, ...step }: Prepared): TransactionStep => step;

/** Checks the file and plans its change without writing: the journal records the plan before the first write. */
async function prepare(change: FileChange, folders: Set<string>, steps: FileSteps): Promise<Prepared> {
  const { path, within, before, after, mode } = change;
  const target = within === undefined ? ownPath(path) : realPathInside(within, path);
  const current = await readIfPresent(target, steps);
  if (!sameBytes(current, before))
    throw new Failure('busy', `Another program has changed ${path} in the meantime; nothing was written`);
  for (const folder of await missingFolders(dirname(target), steps)) folders.add(folder);
  const beside = join(
    dirname(target),
    `.${basename(target).slice(0, 100)}.${randomBytes(6).toString('hex')}`,
  );
  const kept = current ? (await steps.lstat(target)).mode & 0o777 : 0o644;
  return {
    target,
    ...(within !== undefined && { within }),
    bytes: after,
    after: contentDigest(after),
    mode: mode ?? kept,
    ...(after && { fresh: `${beside}.new` }),
    ...(current && { backup: `${beside}.old` }),
  };
}

async function stage(item: Prepared, steps: FileSteps): Promise<void> {
  const { target, within, fresh, backup, bytes, mode } = item;
  try {
    assertSamePath(item);
    // The umask may let others write, and the folders of a user can hold programs that run as this user.
    await steps.mkdir(dirname(target), { recursive: true, mode: within === undefined ? 0o700 : 0o755 });
    // A link that was created meanwhile would be followed when the folders are created.
    assertSamePath(item);
    if (fresh !== undefined && bytes) await writeDurably(fresh, bytes, mode, steps);
    if (backup !== undefined) await steps.link(target, backup).catch(() => copy(target, backup, steps));
  } catch (cause) {
    // The system's message about a full disk names no file.
    throw new Error(`Could not write ${target}: ${messageOf(cause)}`, { cause });
  }
}

/** Copies a file and syncs the copy, for file systems without hard links. */
async function copy(from: string, to: string, steps: FileSteps): Promise<void> {
  await steps.copyFile(from, to);
  await syncPath(to, steps);
}

export function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;
}
