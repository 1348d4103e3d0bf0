import { accessSync, constants, statSync, realpathSync } from 'node:fs';
import { posix, win32, dirname } from 'node:path';
import { isAtOrBelow } from '../files/realPath.ts';

/** The machine as the search sees it; tests describe another one. */
export interface ProgramSearch {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Whether the absolute path is a regular file, or a link to one, that this user may execute. */
  readonly isExecutable: (path: string) => boolean;
}

const thisMachine: ProgramSearch = { platform: process.platform, env: process.env, isExecutable };

/** Programs found in this process, by name and search path. */
const found = new Map<string, string>();

/**
 * Returns the absolute path of a program, or undefined when the search path has none. A hit is kept for the life of
 * the process; a miss is searched again, because the program may be installed meanwhile.
 *
 * Programs are started by absolute path only: given a bare name, Windows looks in the working directory first, which
 * may be a repository that contains a `git.exe`, and a relative entry of PATH means the working directory on every
 * platform.
 */
export function findProgram(name: string, search: ProgramSearch = thisMachine): string | undefined {
  if (search !== thisMachine) return searchPath(name, search);
  const key = `${name}\0${process.env.PATH ?? ''}`;
  const path = found.get(key) ?? searchPath(name, search);
  if (path !== undefined) found.set(key, path);
  return path;
}

/**
 * Returns whether a shell would find the program. On Windows this may be a batch file, as which npm installs programs:
 * {@link findProgram} does not return those.
 */
export const isOnPath = (name: string, search: ProgramSearch = thisMachine): boolean =>
  (searchPath(name, search) ?? findBatchFile(name, search)) !== undefined;

/**
 * Returns the batch file as which npm installs a program on Windows. Callers must not start it: a shell would parse its
 * arguments, and look for programs in the working directory.
 */
export function findBatchFile(name: string, search: ProgramSearch = thisMachine): string | undefined {
  if (search.platform !== 'win32') return undefined;
  const paths = absoluteFolders(search).map((folder) => win32.join(folder, `${name}.cmd`));
  return paths.find((path) => search.isExecutable(path));
}

function searchPath(name: string, search: ProgramSearch): string | undefined {
  const system = search.platform === 'win32' ? win32 : posix;
  for (const folder of absoluteFolders(search)) {
    for (const extension of extensionsOf(name, search)) {
      const path = system.join(folder, name + extension);
      if (search.isExecutable(path)) return path;
    }
  }
  return undefined;
}

/** Returns the absolute entries of the search path, in order. Empty entries (the working directory) are left out. */
export function absoluteFolders({ platform, env }: Pick<ProgramSearch, 'platform' | 'env'>): string[] {
  if (platform !== 'win32')
    return (variable(env, 'PATH', platform) ?? '').split(':').filter((entry) => entry.startsWith('/'));
  const entries = (variable(env, 'PATH', platform) ?? '').match(/(?:"[^"]*"|[^;"])+/gu) ?? [];
  // `\tools` and `C:tools` depend on the current drive or its current folder; only `C:\tools` and `\\host\tools` do
  // not.
  return entries
    .map((entry) => entry.replaceAll('"', ''))
    .filter((entry) => /^(?:[a-z]:[\\/]|\\\\[^\\/])/iu.test(entry));
}

/** Returns the endings to try: on Windows, those in PATHEXT that need no shell, which would parse arguments again. */
function extensionsOf(name: string, { platform, env }: ProgramSearch): readonly string[] {
  if (platform !== 'win32') return [''];
  const startable = (ending: string): boolean => /^\.(?:exe|com)$/iu.test(ending);
  if (startable(win32.extname(name))) return [''];
  const listed = (variable(env, 'PATHEXT', platform) ?? '').split(';').filter(startable);
  return listed.length > 0 ? listed : ['.COM', '.EXE'];
}

/** Names of variables are case-insensitive on Windows, where the search path is usually called `Path`. */
function variable(
  env: Readonly<NodeJS.ProcessEnv>,
  name: string,
  platform: NodeJS.Platform,
): string | undefined {
  if (platform !== 'win32') return env[name];
  const key = Object.keys(env).find((candidate) => candidate.toUpperCase() === name);
  return key === undefined ? undefined : env[key];
}

/** Whether the path is a regular file, or a link to one, that this user may execute. */
export function isExecutable(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // The file is absent, a broken link, or not permitted: the next folder of the search path may have the program.
    return false;
  }
}

/** Whether a path lies in the folder once links are followed. A path that does not exist does not. */
export function isInside(folder: string, path: string): boolean {
  try {
    return isAtOrBelow(realpathSync(folder), realpathSync(path));
  } catch {
    // Nothing can be started or loaded from a folder that does not exist.
    return false;
  }
}

/** Returns the absolute path of the first program `name` on the PATH outside of folders that a repository can fill. */
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
