import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure, messageOf } from '../../../core/failures.ts';
import { isMissing, systemCodeOf } from '../../systemError.ts';

/** The steps on disk that can fail. Tests make each of them fail in turn, or end the process after it. */
export type FileSteps = Pick<
  typeof fs,
  'copyFile' | 'link' | 'lstat' | 'mkdir' | 'open' | 'readFile' | 'rename' | 'rm' | 'rmdir'
>;

/** Writes a new file. Its bytes are on disk when the promise resolves. */
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

/** Syncs folders, so that the names in them are on disk. Syncing a file stores its bytes, but not its name. */
export async function syncFolders(folders: Iterable<string>, steps: Pick<FileSteps, 'open'>): Promise<void> {
  for (const folder of new Set(folders)) await syncPath(folder, steps);
}

/** Windows cannot open folders, some file systems cannot sync them, and an absent file needs no sync. */
const unsyncable: ReadonlySet<string> = new Set([
  'EISDIR',
  'EPERM',
  'EACCES',
  'EBADF',
  'EINVAL',
  'ENOTSUP',
  'ENOENT',
]);

export async function syncPath(path: string, steps: Pick<FileSteps, 'open'>): Promise<void> {
  try {
    const handle = await steps.open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Other codes mean that the path cannot be synced, or that a sync is unnecessary.
    if (!unsyncable.has(systemCodeOf(error))) throw error;
  }
}

/** Returns the bytes of a file, or undefined if it does not exist. Rejects with `storage` if it is unreadable. */
export async function readIfPresent(
  path: string,
  steps: Pick<FileSteps, 'readFile'> = fs,
): Promise<Uint8Array | undefined> {
  try {
    return await steps.readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new Failure('storage', `Could not read ${path}: ${messageOf(error)}`, { cause: error });
  }
}

/** Whether a file, a folder or a link has this name, also a dangling link. Rejects if that is unknown. */
export async function isPresent(path: string, steps: Pick<FileSteps, 'lstat'>): Promise<boolean> {
  try {
    await steps.lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

export async function missingFolders(path: string, steps: Pick<FileSteps, 'lstat'>): Promise<string[]> {
  const missing: string[] = [];
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      await steps.lstat(folder);
      return missing;
    } catch (error) {
      if (!isMissing(error) || dirname(folder) === folder) throw error;
      missing.unshift(folder);
    }
  }
}
