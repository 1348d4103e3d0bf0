import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import * as z from 'zod/mini';
import { Failure } from '../../../core/failures.ts';
import { parse, parseJson } from '../../../core/parsing.ts';
import { ownPath, realPathInside, UnsafePath } from '../realPath.ts';
import { retryWhileOpen } from '../retryWhileOpen.ts';
import { isPresent, readIfPresent, syncFolders, writeDurably, type FileSteps } from './fileSteps.ts';

/** Relative paths are refused: the working directory of a later run would decide which file they name. */
const absolutePath = z.string().check(z.refine((text) => isAbsolute(text) && !text.includes('\0')));

const step = z.object({
  /** The real path of the file, with links resolved. */
  target: absolutePath,
  /** The project that holds the file, see `FileChange`. */
  within: z.optional(absolutePath),
  /** Path of the new contents until they are put in place. */
  fresh: z.optional(absolutePath),
  /** Path of the old contents. */
  backup: z.optional(absolutePath),
  /** Digest of the target when the step is done; null: the target does not exist then. */
  after: z.nullable(z.string()),
});

const journalSchema = z.object({
  version: z.literal(1),
  steps: z.array(step),
  /** Folders that did not exist, outermost first. */
  folders: z.array(absolutePath),
  /** All changes are in place; only the backups have to be removed. */
  isDone: z.boolean(),
});

export type TransactionStep = z.output<typeof step>;
type TransactionJournal = z.output<typeof journalSchema>;

/** Returns the SHA-256 of a file's content in hexadecimal; null for a file that does not exist. */
export const contentDigest = (bytes: Uint8Array | undefined): string | null =>
  bytes === undefined ? null : createHash('sha256').update(bytes).digest('hex');

/** Replaces the journal as a whole or not at all. The caller syncs its folder before it relies on the name. */
export async function writeJournal(
  path: string,
  journal: TransactionJournal,
  steps: FileSteps,
): Promise<void> {
  await steps.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.new`;
  await steps.rm(fresh, { force: true });
  await writeDurably(fresh, Buffer.from(`${JSON.stringify(journal)}\n`), 0o600, steps);
  await retryWhileOpen(() => steps.rename(fresh, path));
}

/**
 * Finishes a run that was killed or that a power failure interrupted. Reverts its changes, or removes the backups when
 * all changes were in place. Later changes by other programs are kept. The function can be repeated when it is killed,
 * and after it rejected because a file could not be put back. Call it only under the lock of that run.
 *
 * @throws {Failure} `storage` when a file could not be put back; `malformed` for a damaged journal, which stays, because
 *   only the user can tell what to do with the backups.
 */
export async function recoverChanges(path: string, steps: FileSteps = fs): Promise<void> {
  const bytes = await readIfPresent(path, steps);
  if (bytes === undefined) return;
  const journal = parseJournal(bytes, path);
  if (journal.isDone) await clear(journal.steps, steps);
  else {
    const lost = await restoreOriginals(journal, steps);
    if (lost.length > 0)
      throw new Failure(
        'storage',
        `What an earlier run began could not be taken back: ${lost.join(', ')}. Close what holds it open, then run this again.`,
      );
  }
  await steps.rm(path, { force: true });
}

function parseJournal(bytes: Uint8Array, path: string): TransactionJournal {
  try {
    return parse(journalSchema, parseJson(Buffer.from(bytes).toString('utf8'), path), path);
  } catch (cause) {
    throw new Failure(
      'malformed',
      `${path} is damaged, so the changes of an interrupted run cannot be taken back. Look for the originals beside the changed files (hidden files that end in .old), then delete it and run this again.`,
      { cause },
    );
  }
}

/**
 * Puts the originals back by rename, which needs no disk space. The result is synced when the promise resolves, so
 * that the journal may be deleted.
 * @returns the files that could not be put back, each with the path of its original.
 */
export async function restoreOriginals(
  { steps: items, folders }: Pick<TransactionJournal, 'steps' | 'folders'>,
  steps: FileSteps,
): Promise<string[]> {
  const lost: TransactionStep[] = [];
  for (const item of [...items].reverse()) {
    const { target, backup, after } = item;
    try {
      assertSamePath(item);
      if (contentDigest(await readIfPresent(target, steps)) !== after) continue;
      // Backups precede the first replacement, so without its backup this file was not replaced and held the same
      // bytes before.
      if (backup !== undefined && !(await isPresent(backup, steps))) continue;
      if (backup === undefined) await steps.rm(target, { force: true });
      else await retryWhileOpen(() => steps.rename(backup, target));
    } catch {
      // The caller names the file and its backup in the failure that it throws.
      lost.push(item);
    }
  }
  // The backup of a file that could not be put back is the last copy of the user's data.
  await clear(
    items.filter((item) => !lost.includes(item)),
    steps,
  );
  for (const folder of [...folders].reverse()) await steps.rmdir(folder).catch(ignoreFailedCleanup);
  // The files are back. On a disk that cannot sync, only a power failure in the next seconds would make a difference.
  await syncFolders([...foldersOf(items), ...folders.map(dirname)], steps).catch(ignoreFailedCleanup);
  return lost.map(({ target, backup }) => (backup === undefined ? target : `${target} (kept as ${backup})`));
}

/** @throws {UnsafePath} if the file, or a folder on its way, has become a link since its real path was determined */
export function assertSamePath({ target, within }: Pick<TransactionStep, 'target' | 'within'>): void {
  const now = within === undefined ? ownPath(target) : realPathInside(within, target);
  if (now !== target) throw new UnsafePath(`${target} leads to ${now} now`);
}

export function foldersOf(items: readonly TransactionStep[]): string[] {
  return items.map(({ target }) => dirname(target));
}

export async function clear(items: readonly TransactionStep[], steps: FileSteps): Promise<void> {
  for (const { fresh, backup } of items) {
    for (const path of [fresh, backup])
      if (path !== undefined) await steps.rm(path, { force: true }).catch(ignoreFailedCleanup);
  }
}

/** Ignores the failed removal of a hidden file or an empty folder, because the outcome is already decided. */
export function ignoreFailedCleanup(): void {
  return;
}
