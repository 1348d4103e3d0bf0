import { fstatSync } from 'node:fs';
import { CliError } from '../exitCodes.ts';
import { linuxProcesses } from './linuxProcesses.ts';
import { whyNotOfUser } from './userTerminal.ts';

/**
 * Checks that a person can type in the terminal of this program. Call it before a question whose answer is a consent.
 * Other systems than Linux do not show who made a terminal; there a terminal is enough.
 *
 * @throws {CliError} when an agent or a program that types for one may have made the terminal.
 */
export function requireUser(): void {
  if (process.platform !== 'linux') return;
  const why = whyNotOfUser(linuxProcesses, { pid: process.pid, input: fstatSync(0).rdev });
  if (why !== undefined)
    throw new CliError(`The program cannot tell that you are the one who types: ${why}.`, {
      fix: 'Run it in a terminal outside of editors, agents, tmux and the like, or agree in the editor.',
    });
}
