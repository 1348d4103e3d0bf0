import { constants, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

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
