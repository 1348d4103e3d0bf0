import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../../core/failures.ts';
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

interface Limits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/**
 * Runs a program in its own folder without variables, and returns what it prints.
 *
 * @param program An absolute path, to a program that no repository brings.
 * @throws {Failure} `timeout`, `tooLarge`, or `storage` when it cannot be started or fails.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { timeoutMs, maxBytes }: Limits,
): Promise<string> {
  const options = {
    cwd: dirname(program),
    // Windows starts nothing without it.
    env: { SYSTEMROOT: process.env.SYSTEMROOT },
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: maxBytes,
    windowsHide: true,
  } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (error, stdout) => {
      if (!error) resolve(stdout);
      else if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
        reject(new Failure('tooLarge', `printed more than ${maxBytes / 1024 / 1024} MiB`));
      else if (error.killed === true)
        reject(new Failure('timeout', `took longer than ${timeoutMs / 1000} seconds`));
      else reject(new Failure('storage', `failed: ${error.code ?? error.signal ?? 'unknown reason'}`));
    });
    child.stdin?.end();
  });
}
