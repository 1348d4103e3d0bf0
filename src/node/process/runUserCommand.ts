import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { Failure } from '../../core/failures.ts';
import { findProgram } from './findProgram.ts';

/** How long a command of the user may run, milliseconds. */
const limitMs = 10_000;

/**
 * Runs a program that the user chose, without a shell and outside of every repository: each argument arrives as one
 * word, whatever it contains. Its output is dropped.
 *
 * @param name A name on the search path, or an absolute path.
 * @throws `storage` if the program is missing, cannot be started, fails or takes longer than ten seconds. The message
 *   contains no argument.
 */
export async function runUserCommand(name: string, args: readonly string[]): Promise<void> {
  const program = isAbsolute(name) ? name : findProgram(name);
  if (program === undefined) throw new Failure('storage', `The program ${name} is not on the search path`);
  const options = { cwd: homedir(), timeout: limitMs, killSignal: 'SIGKILL', windowsHide: true } as const;
  await new Promise<void>((resolve, reject) => {
    const child = execFile(program, [...args], options, (error) => {
      if (!error) resolve();
      // The message of `error` repeats the whole command line.
      else reject(new Failure('storage', `The program ${program} ${reasonOf(error)}`));
    });
    child.stdin?.end();
  });
}

function reasonOf({ code, killed }: { readonly code?: unknown; readonly killed?: boolean }): string {
  if (killed === true) return `was ended after ${limitMs / 1000} seconds, or printed too much`;
  return typeof code === 'number' ? `ended with ${code}` : `could not be started: ${String(code)}`;
}
