import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { Failure } from '../../../core/failures.ts';
import { parse, parseJson } from '../../../core/parsing.ts';
import { ownPath, realPathInside, UnsafePath } from '../realPath.ts';
import { isPresent, readIfPresent, syncFolders, writeDurably, type FileSteps } from './fileSteps.ts';

const step = z.object({
  /** Where the bytes really are, links followed. */
  target: z.string(),
  /** The project that holds it, see `FileChange`. */
  within: z.optional(z.string()),
  /** The new contents, until they are put in place. */
  fresh: z.optional(z.string()),
  /** The old ones. */
  backup: z.optional(z.string()),
  /** Digest of what the target holds when the step is done; null: there is none then. */
  after: z.nullable(z.string()),
});

const journalSchema = z.object({
  version: z.literal(1),
  steps: z.array(step),
  /** Folders that were not there, outermost first. */
  folders: z.array(z.string()),
  /** Everything is in place; only what lies beside it has to be cleared away. */
  isDone: z.boolean(),
});

export type TransactionStep = z.output<typeof step>;
type TransactionJournal = z.output<typeof journalSchema>;

export const digestOf = (bytes: Uint8Array | undefined): string | null =>
  bytes === undefined ? null : createHash('sha256').update(bytes).digest('hex');

/** Replaces the journal as a whole or not at all. The caller syncs its folder (`syncFolders`) before it relies on the name. */
export async function writeJournal(
  path: string,
  journal: TransactionJournal,
  steps: FileSteps,
): Promise<void> {
  await steps.mkdir(dirname(path), { recursive: true });
  const fresh = `${path}.new`;
  await steps.rm(fresh, { force: true });
  await writeDurably(fresh, Buffer.from(`${JSON.stringify(journal)}\n`), 0o600, steps);
  await steps.rename(fresh, path);
}

/**
 * Ends what a run began that was killed, or that a power failure cut off: takes it back, or where everything was in
 * place, clears away what lies beside it. What somebody else has changed since stays. Killed itself, it can be run
 * again; so it can after it rejected with `storage`, because a file could not be put back. Only under the lock of that run.
 */
export async function recoverChanges(path: string, steps: FileSteps = fs): Promise<void> {
  const bytes = await readIfPresent(path, steps);
  if (bytes === undefined) return;
  const journal = parse(journalSchema, parseJson(Buffer.from(bytes).toString('utf8'), path), path);
  if (journal.isDone) await clear(journal.steps, steps);
  else {
    const lost = await takeBack(journal, steps);
    if (lost.length > 0)
      throw new Failure(
        'storage',
        `What an earlier run began could not be taken back: ${lost.join(', ')}. Close what holds it open, then run this again.`,
      );
  }
  await steps.rm(path, { force: true });
}

/**
 * Puts the originals back, by rename, which needs no space; on disk when it resolves, so that the journal may go.
 * @returns the files that could not be put back, with where their originals are.
 */
export async function takeBack(
  { steps: items, folders }: Pick<TransactionJournal, 'steps' | 'folders'>,
  steps: FileSteps,
): Promise<string[]> {
  const lost: TransactionStep[] = [];
  for (const item of [...items].reverse()) {
    const { target, backup, after } = item;
    try {
      assertUnmoved(item);
      if (digestOf(await readIfPresent(target, steps)) !== after) continue;
      // Backups precede the first replacement: without one, this file was not replaced, it held the same bytes before.
      if (backup !== undefined && !(await isPresent(backup, steps))) continue;
      if (backup === undefined) await steps.rm(target, { force: true });
      else await steps.rename(backup, target);
    } catch {
      // The caller names the file and its backup in the failure that it throws.
      lost.push(item);
    }
  }
  // What could not be put back is the last copy of a person's file.
  await clear(
    items.filter((item) => !lost.includes(item)),
    steps,
  );
  for (const folder of [...folders].reverse()) await steps.rmdir(folder).catch(ignoreLeftOver);
  // It is done; on a disk that cannot say so, only a power failure in the next seconds would make a difference.
  await syncFolders([...foldersOf(items), ...folders.map(dirname)], steps).catch(ignoreLeftOver);
  return lost.map(({ target, backup }) => (backup === undefined ? target : `${target} (kept as ${backup})`));
}

/** @throws {UnsafePath} where the file or a folder on its way has become a link since its real path was determined. */
export function assertUnmoved({ target, within }: Pick<TransactionStep, 'target' | 'within'>): void {
  const now = within === undefined ? ownPath(target) : realPathInside(within, target);
  if (now !== target) throw new UnsafePath(`${target} leads to ${now} now`);
}

/** The folders in which something is renamed. */
export function foldersOf(items: readonly TransactionStep[]): string[] {
  return items.map(({ target }) => dirname(target));
}

/** Removes what lies beside the files. */
export async function clear(items: readonly TransactionStep[], steps: FileSteps): Promise<void> {
  for (const { fresh, backup } of items)
    for (const path of [fresh, backup])
      if (path !== undefined) await steps.rm(path, { force: true }).catch(ignoreLeftOver);
}

/** A hidden file or an empty folder that stays behind harms nobody; the outcome is already decided. */
export function ignoreLeftOver(): void {
  return;
}
