import { agentPrograms, terminalPrograms } from './knownPrograms.data.ts';

export interface Process {
  readonly pid: number;
  /** 0 for a parent outside of this container. */
  readonly parent: number;
  /** Process id of the leader of its session. */
  readonly session: number;
  /** Device number of its controlling terminal; 0 without one. */
  readonly terminal: number;
  /** The names by which it is known: of its file, of itself, and of the script that an interpreter runs. */
  readonly names: readonly string[];
  /** Whether this user cannot look into it: another user runs it, or the system protects it, as the server of a login. */
  readonly isProtected: boolean;
}

export interface Processes {
  readonly of: (pid: number) => Process | undefined;
  /** Returns the programs that made a terminal and hold its other end. */
  readonly makersOf: (terminal: number) => readonly Process[];
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
export function whyNotOfUser(
  processes: Processes,
  { pid, input }: { readonly pid: number; readonly input: number },
): string | undefined {
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
