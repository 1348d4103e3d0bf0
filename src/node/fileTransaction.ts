import * as fs from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { Failure, messageOf } from '../core/failures.ts';

/** What a file holds now and shall hold; `after` undefined deletes it. */
export interface FileChange {
  readonly path: string;
  /** Undefined: there must be none. */
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** Exact permissions. Without, a file keeps its own and a new one gets 0o644. */
  readonly mode?: number;
}

/** The steps that can fail; tests let each of them fail in turn. */
export type FileSteps = Pick<
  typeof fs,
  'copyFile' | 'link' | 'lstat' | 'mkdir' | 'open' | 'readFile' | 'readlink' | 'rename' | 'rm' | 'rmdir'
>;

interface Staged extends FileChange {
  /** Where the bytes really are, links followed. */
  readonly target: string;
  readonly fresh?: string;
  readonly backup?: string;
}

/**
 * Makes all changes or none. New contents and backups are on disk before the first file is replaced; a failure after
 * that puts the originals back by rename, which needs no space. Links are followed, permissions kept. Rejects with
 * `busy` where a file is no longer what the change was made from, else with `storage`.
 */
export async function applyChanges(changes: readonly FileChange[], steps: FileSteps = fs): Promise<void> {
  const folders: string[] = [];
  const staged: Staged[] = [];
  const done: Staged[] = [];
  try {
    for (const change of changes) await stage(change, staged, folders, steps);
    for (const item of staged) {
      done.push(item);
      if (item.fresh === undefined) await steps.rm(item.target, { force: true });
      else await steps.rename(item.fresh, item.target);
    }
  } catch (error) {
    const lost = await undo(done, steps);
    await discard(staged, steps);
    for (const folder of folders.reverse()) await steps.rmdir(folder).catch(ignoreLeftOver);
    if (Failure.is(error)) throw error;
    const state = lost.length > 0 ? `could not be put back: ${lost.join(', ')}` : 'nothing was changed';
    throw new Failure('storage', `${messageOf(error)}; ${state}`, { cause: error });
  }
  await discard(staged, steps);
}

async function stage(
  change: FileChange,
  staged: Staged[],
  folders: string[],
  steps: FileSteps,
): Promise<void> {
  const target = await followLinks(change.path, steps);
  const current = await readIfPresent(target, steps);
  if (!sameBytes(current, change.before))
    throw new Failure('busy', `${change.path} was changed by somebody else meanwhile; nothing was changed`);
  await makeFolders(dirname(target), folders, steps);
  const beside = join(
    dirname(target),
    `.${basename(target).slice(0, 100)}.${randomBytes(6).toString('hex')}`,
  );
  const names = {
    ...(change.after && { fresh: `${beside}.new` }),
    ...(current && { backup: `${beside}.old` }),
  };
  // Noted before anything is written, so that a half-written file is cleared away too.
  staged.push({ ...change, target, ...names });
  if (names.fresh !== undefined && change.after) {
    const kept = current ? (await steps.lstat(target)).mode & 0o777 : 0o644;
    await writeDurably(names.fresh, change.after, change.mode ?? kept, steps);
  }
  if (names.backup !== undefined) {
    const { backup } = names;
    // Some file systems know no hard links.
    await steps.link(target, backup).catch(() => steps.copyFile(target, backup));
  }
}

/** Each folder that had to be made, outermost first, is noted for the way back. */
async function makeFolders(path: string, made: string[], steps: FileSteps): Promise<void> {
  const first = await steps.mkdir(path, { recursive: true });
  if (first === undefined) return;
  const chain: string[] = [];
  for (let folder = path; folder.startsWith(first); folder = dirname(folder)) chain.unshift(folder);
  made.push(...chain);
}

async function writeDurably(path: string, bytes: Uint8Array, mode: number, steps: FileSteps): Promise<void> {
  const file = await steps.open(path, 'wx', mode);
  try {
    await file.writeFile(bytes);
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The files that could not be put back. */
async function undo(done: readonly Staged[], steps: FileSteps): Promise<string[]> {
  const lost: string[] = [];
  for (const { path, target, backup } of [...done].reverse()) {
    try {
      if (backup === undefined) await steps.rm(target, { force: true });
      else await steps.rename(backup, target);
    } catch {
      lost.push(path);
    }
  }
  return lost;
}

async function discard(staged: readonly Staged[], steps: FileSteps): Promise<void> {
  for (const { fresh, backup } of staged)
    for (const path of [fresh, backup])
      if (path !== undefined) await steps.rm(path, { force: true }).catch(ignoreLeftOver);
}

/** A hidden file or an empty folder that stays behind harms nobody; the outcome is already decided. */
function ignoreLeftOver(): void {
  return;
}

/** The file behind a link, also behind one whose file does not exist yet. */
async function followLinks(path: string, steps: Pick<FileSteps, 'readlink'> = fs): Promise<string> {
  let current = path;
  for (let hops = 0; hops < 40; hops++) {
    try {
      current = resolve(dirname(current), await steps.readlink(current));
    } catch (error) {
      // EINVAL: no link (UNKNOWN on Windows); the others: nothing there.
      if (isOneOf(error, ['EINVAL', 'UNKNOWN', 'ENOENT', 'ENOTDIR'])) return current;
      throw error;
    }
  }
  throw new Failure('storage', `${path}: a link that leads to itself`);
}

/** Undefined where there is no such file. Rejects with `storage` for what cannot be read. */
export async function readIfPresent(
  path: string,
  steps: Pick<FileSteps, 'readFile'> = fs,
): Promise<Uint8Array | undefined> {
  try {
    return await steps.readFile(path);
  } catch (error) {
    if (isOneOf(error, ['ENOENT', 'ENOTDIR'])) return undefined;
    throw new Failure('storage', `Could not read ${path}: ${messageOf(error)}`, { cause: error });
  }
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;
}

function isOneOf(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
