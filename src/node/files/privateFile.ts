import { closeSync, openSync } from 'node:fs';
import { systemCodeOf } from '../systemError.ts';

/**
 * Creates an empty file that only its owner can access, for a program that opens it by its path later.
 *
 * @throws the system's error; `EEXIST` for a file that exists, which is not opened: closing it would release the locks
 *   that SQLite has on it in this process.
 */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'wx', 0o600));
}

/**
 * Does the same if the file does not exist. An existing file stays as it is, with its permissions.
 *
 * @returns Whether this call created the file.
 */
export function ensurePrivateFile(path: string): boolean {
  try {
    createPrivateFile(path);
    return true;
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
