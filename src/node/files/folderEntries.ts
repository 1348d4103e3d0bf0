import { type Dirent, readdirSync } from 'node:fs';
import { isMissing, isUnreadable } from '../systemError.ts';

const mostTries = 100;

/**
 * Returns the entries of a folder; none for a folder that is missing or that the user cannot read.
 *
 * @throws the system's error if the folder could not be read this time
 */
export function folderEntries(path: string): Dirent[] {
  for (let tries = 1; ; tries++)
    try {
      return readdirSync(path, { withFileTypes: true });
    } catch (error) {
      // Some file systems give no types with the names. Node then asks for the type of each entry, and fails for one that
      // was removed meanwhile. Another program can remove files all the time.
      const hasVanished = isMissing(error) && (error as NodeJS.ErrnoException).syscall === 'lstat';
      // For its callers such a folder has no files: no program of the user can read them either.
      if (!hasVanished && isUnreadable(error)) return [];
      if (!hasVanished || tries === mostTries) throw error;
    }
}
