import { type Dirent, readdirSync } from 'node:fs';

/** Returns the entries of a folder; none for a folder that is missing or that the user cannot read. */
export function folderEntries(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    // For its callers such a folder has no files: no program of the user can read them either.
    return [];
  }
}
