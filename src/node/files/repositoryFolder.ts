import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isMissing } from '../systemError.ts';

/**
 * Returns the real path of a file or folder, which need not exist yet.
 *
 * @param path Absolute.
 * @returns Undefined if that cannot be known: a link leads nowhere, or a folder cannot be searched.
 */
export function realFile(path: string): string | undefined {
  try {
    if (lstatSync(path, { throwIfNoEntry: false })) return realpathSync.native(path);
  } catch {
    // The caller treats it as a file without a policy or as an unsafe folder, so nothing is allowed.
    return undefined;
  }
  const name = basename(path);
  const folder = dirname(path);
  if (folder === path || name === '..') return undefined;
  const real = realFile(folder);
  return real && join(real, name);
}

export function topFolder(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (isThere(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // `start` may be a file.
    if (isMissing(error)) return false;
    throw error;
  }
}
