import { constants, mkdirSync, openSync, closeSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCodeOf } from '../systemError.ts';

const isWindows = process.platform === 'win32';

/** A flag for opening a file without waiting: opening a pipe would wait for its other end. 0 on Windows, which has none. */
export const noWait: number = isWindows ? 0 : constants.O_NONBLOCK;

/** A flag for opening a file that is not a symbolic link; `openSync` throws `ELOOP` for one. 0 on Windows, which has none. */
export const noFollow: number = isWindows ? 0 : constants.O_NOFOLLOW;

/**
 * Opens a file for reading without waiting.
 *
 * @returns The descriptor; the caller closes it, and checks that it belongs to a regular file where that matters.
 * @throws the system's error for a file that is missing or cannot be read.
 */
export function openToRead(path: string): number {
  return openSync(path, constants.O_RDONLY | noWait);
}

/**
 * Opens a file of this program that only the user can read, and makes its folder where it is missing. It waits for no pipe
 * and follows no link, which an agent could put in its place.
 *
 * @returns The descriptor; the caller closes it.
 */
export function openPrivate(path: string, flags: number): number {
  const open = (): number => openSync(path, constants.O_CREAT | flags | noFollow | noWait, 0o600);
  try {
    return open();
  } catch {
    // The folder is missing before the first use.
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return open();
  }
}

/**
 * Creates an empty file that only its owner can access, for a program that opens it by its path later.
 *
 * @throws the system's error; `EEXIST` for a file that exists, which is not opened: closing it would release the locks
 *   that SQLite has on it in this process.
 */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'wx', 0o600));
}

/** Creates such a file unless there is one, which keeps its permissions. Returns whether this call created it. */
export function ensurePrivateFile(path: string): boolean {
  try {
    createPrivateFile(path);
    return true;
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Returns the bytes of an open file from its start, or undefined when it has more than a limit. The size that the system
 * names is not used: it is 0 for files of /proc, and some of them do not end.
 */
export function readAtMost(file: number, limit: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  let size = 0;
  while (size <= limit) {
    // Some files of /proc refuse to read a part of a word, so that a chunk does not end at the limit.
    const chunk = Buffer.allocUnsafe(chunks.length === 0 ? 16 * 1024 : 256 * 1024);
    const count = readSync(file, chunk, 0, chunk.length, size);
    if (count === 0) return Buffer.concat(chunks, size);
    chunks.push(chunk.subarray(0, count));
    size += count;
  }
  return undefined;
}

/** Bytes of a file of a project that a hook reads for itself, such as a policy or an ignore list. */
export const maxOwnBytes = 1024 * 1024;
