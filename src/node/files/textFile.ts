import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { Failure, messageOf } from '../../core/failures.ts';
import { retryWhileOpen } from './retryWhileOpen.ts';
import { systemCodeOf } from '../systemError.ts';

/** Returns the text of a UTF-8 file, or undefined if the file does not exist. Rejects with `storage`. */
export async function readTextIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw new Failure('storage', `Could not read ${path}: ${messageOf(error)}`, { cause: error });
  }
}

/** Replaces a file in one step that survives a power failure; only its owner may read it. Rejects with `storage`. */
export async function writeTextAtomically(path: string, text: string): Promise<void> {
  try {
    await makeFolder(dirname(path));
    await retryWhileOpen(() => writeFileAtomic(path, text, { mode: 0o600, fsync: true }));
  } catch (error) {
    if (Failure.is(error)) throw error;
    throw new Failure('storage', `Could not write ${path}: ${messageOf(error)}`, { cause: error });
  }
}

/** Creates a folder that only its owner can access, if it does not exist yet. Rejects with `storage`. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Failure('storage', `Could not make ${path}: ${messageOf(error)}`, { cause: error });
  }
}
