import type { ShellRequest } from '../protocol.ts';
import { Facts } from './facts.ts';
import type { PosixContext } from './state.ts';
import { readPosix } from './readPosix.ts';
import { readWindows } from './readWindows.ts';
import { TooComplex } from './syntax/commandLine.ts';

/** Characters: twice what Linux accepts as one argument of a shell. */
const maxLength = 256 * 1024;

/**
 * Returns the files, variables and git output that a command line may print, as far as this is known without running it.
 *
 * @throws {TooComplex} for a command line that cannot be checked.
 */
export function readCommand({ command, shell }: ShellRequest, context: PosixContext): Facts {
  if (command.length > maxLength) throw new TooComplex('is too long');
  const facts = new Facts();
  if (shell === 'posix') readPosix(command, facts, context);
  else readWindows(command, shell, facts, context);
  return facts;
}
