import { constants, openSync } from 'node:fs';

/**
 * Opens a file for reading without waiting: opening a pipe would wait for its writer.
 *
 * @returns The descriptor; the caller closes it, and checks that it belongs to a regular file where that matters.
 * @throws the system's error for a file that is missing or cannot be read.
 */
export function openToRead(path: string): number {
  // Windows does not have the flag.
  return openSync(path, constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK));
}
