import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { isAtOrBelow } from '../files/realPath.ts';
import { findProgram, isExecutable } from './findProgram.ts';

/** Whether a path lies in the folder once links are followed. A path that does not exist does not. */
export function isInside(folder: string, path: string): boolean {
  try {
    return isAtOrBelow(realpathSync(folder), realpathSync(path));
  } catch {
    // Nothing can be started or loaded from a folder that does not exist.
    return false;
  }
}

/**
 * Returns the absolute path of the first program with this name on the PATH that lies outside of the folders, which a
 * repository can fill; undefined if there is none.
 */
export function findProgramOutside(
  name: string,
  env: Readonly<NodeJS.ProcessEnv>,
  folders: readonly string[],
): string | undefined {
  const isForeign = (path: string): boolean => folders.some((folder) => isInside(folder, path));
  return findProgram(name, {
    platform: process.platform,
    env,
    isExecutable: (path) => isExecutable(path) && !isForeign(path) && !isForeign(dirname(path)),
  });
}
