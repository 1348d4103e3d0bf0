import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure, messageOf } from '../../../core/failures.ts';

/** The steps on disk that can fail; tests let each of them fail in turn, or be the last one before the process dies. */
export type FileSteps = Pick<
  typeof fs,
  'copyFile' | 'link' | 'lstat' | 'mkdir' | 'open' | 'readFile' | 'rename' | 'rm' | 'rmdir'
>;

/** A new file whose bytes are on disk when it resolves. */
export async function writeDurably(
  path: string,
  bytes: Uint8Array,
  mode: number,
  steps: FileSteps,
): Promise<void> {
  const file = await steps.open(path, 'wx', mode);
  try {
    await file.writeFile(bytes);
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * What was made, renamed or removed in these folders is on disk when it resolves: the bytes of a file are one thing, its
 * name another.
 */
export async function syncFolders(folders: Iterable<string>, steps: Pick<FileSteps, 'open'>): Promise<void> {
  for (const folder of new Set(folders)) await syncPath(folder, steps);
}

/** A file that was copied, or a folder. */
export async function syncPath(path: string, steps: Pick<FileSteps, 'open'>): Promise<void> {
  try {
    const handle = await steps.open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Windows opens no folder, some file systems sync none, and what is gone needs none: no more can be done there.
    if (!isOneOf(error, ['EISDIR', 'EPERM', 'EACCES', 'EBADF', 'EINVAL', 'ENOTSUP', 'ENOENT'])) throw error;
  }
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

/** Returns whether a file, a folder or a link has this name, a dangling link included. Rejects when that cannot be known. */
export async function isPresent(path: string, steps: Pick<FileSteps, 'lstat'>): Promise<boolean> {
  try {
    await steps.lstat(path);
    return true;
  } catch (error) {
    if (isOneOf(error, ['ENOENT', 'ENOTDIR'])) return false;
    throw error;
  }
}

/** The folders of a path that are not there, outermost first. */
export async function missingFolders(path: string, steps: Pick<FileSteps, 'lstat'>): Promise<string[]> {
  const missing: string[] = [];
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      await steps.lstat(folder);
      return missing;
    } catch (error) {
      if (!isOneOf(error, ['ENOENT', 'ENOTDIR']) || dirname(folder) === folder) throw error;
      missing.unshift(folder);
    }
  }
}

function isOneOf(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
