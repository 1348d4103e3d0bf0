import { fstatSync } from 'node:fs';
import { CliError } from '../exitCodes.ts';
import { agentPrograms, terminalPrograms } from './knownPrograms.data.ts';
import { linuxProcesses, type Process, type Processes } from './linuxProcesses.ts';

/**
 * Checks that a person can type in the terminal of this program. Call it before a question whose answer is a consent.
 * Other systems than Linux do not show who made a terminal; there a terminal is enough.
 *
 * @throws {CliError} when an agent or a program that types for one may have made the terminal.
 */
export function requireUser(): void {
  if (process.platform !== 'linux') return;
  const why = whyNotOfUser(linuxProcesses, process.pid, fstatSync(0).rdev);
  if (why !== undefined)
    throw new CliError(`The program cannot tell that you are the one who types: ${why}.`, {
      fix: 'Run it in a terminal outside of editors, agents, tmux and the like, or agree in the editor.',
    });
}

/** Device numbers of pseudo terminals on Linux. */
const isPseudo = (device: number): boolean => {
  const major = (device >> 8) & 0xfff;
  return major >= 136 && major <= 143;
};

/**
 * Returns why the terminal of a program may not belong to a person, or undefined. An agent can start this program in a
 * terminal that it made, and type the answer.
 *
 * @param input Device number of the program's standard input.
 */
export function whyNotOfUser(processes: Processes, pid: number, input: number): string | undefined {
  const own = processes.of(pid);
  const agent = ancestors(processes, pid).find(isAgent);
  if (agent) return `it was started by ${nameOf(agent)}`;
  if (own === undefined || own.terminal === 0) return 'it has no terminal of its own';
  if (own.terminal !== input) return 'its input comes from another terminal';
  if (!isPseudo(input)) return undefined;
  const makers = processes.makersOf(input);
  return makers.length > 0 ? whyNotMadeForUser(processes, makers) : whyNotFromLogin(processes, own);
}

function whyNotMadeForUser(processes: Processes, makers: readonly Process[]): string | undefined {
  for (const maker of makers) {
    if (!maker.names.some((name) => terminalPrograms.has(name)))
      return `its terminal was made by ${nameOf(maker)}`;
    const agent = ancestors(processes, maker.pid).find(isAgent);
    if (agent) return `its terminal was made by ${nameOf(agent)}`;
  }
  return undefined;
}

/** The maker of a terminal that this user cannot see is a login (SSH), or is outside of the container. */
function whyNotFromLogin(processes: Processes, { session }: Process): string | undefined {
  if (session === 0) return undefined;
  const leader = processes.of(session);
  const unknown = 'the program that made its terminal cannot be found';
  if (leader === undefined) return unknown;
  if (leader.parent === 0) return undefined;
  // The first process adopts what lost its parent.
  const maker = leader.parent === 1 ? undefined : processes.of(leader.parent);
  return maker?.isProtected === true && maker.names.some((name) => terminalPrograms.has(name))
    ? undefined
    : unknown;
}

const isAgent = ({ names }: Process): boolean => names.some((name) => agentPrograms.has(name));
const nameOf = ({ names: [name = 'a program without a name'] }: Process): string => name;

function ancestors(processes: Processes, pid: number): readonly Process[] {
  const found: Process[] = [];
  const seen = new Set<number>();
  for (let next = processes.of(pid); next && !seen.has(next.pid); next = processes.of(next.parent)) {
    seen.add(next.pid);
    found.push(next);
  }
  return found;
}
