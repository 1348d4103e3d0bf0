import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';

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

/** Programs that run a script, whose name then says more than theirs. */
const interpreter = /^(?:node|nodejs|bun|deno|python[\d.]*|ruby|perl|(?:ba|da|z|k)?sh)$/;

/** Returns the running programs from `/proc`. A program that this user may not see counts as protected, not as absent. */
export const linuxProcesses: Processes = {
  of: readProcess,
  makersOf(terminal) {
    const index = `${terminalIndex(terminal)}`;
    return processNumbers()
      .filter((pid) => holdsMaster(pid, index))
      .flatMap((pid) => readProcess(Number(pid)) ?? []);
  },
};

/** Returns the programs of this user that run with a home folder or an unknown one; on Linux only, else none. */
export function programsWithHome(home: string): readonly Process[] {
  if (process.platform !== 'linux') return [];
  const real = realPathOf(home);
  return processNumbers().flatMap((pid) => {
    const program = readProcess(Number(pid));
    if (program === undefined || program.isProtected) return [];
    const [, theirs] = /(?:^|\0)HOME=([^\0]*)/.exec(textOf(`/proc/${pid}/environ`) ?? '') ?? [];
    return theirs === undefined || realPathOf(theirs) === real ? [program] : [];
  });
}

const realPathOf = (path: string): string | undefined => orNothing(() => realpathSync.native(path));

const processNumbers = (): string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** The number of a pseudo terminal, as in `/dev/pts/3`. */
function terminalIndex(device: number): number {
  const major = (device >> 8) & 0xfff;
  return (major - 136) * 256 + ((device & 0xff) | ((device >> 12) & 0xfff00));
}

/** The kernel names the pseudo terminal of an open master (`tty-index`) since Linux 4.13. */
function holdsMaster(pid: string, index: string): boolean {
  return entriesOf(`/proc/${pid}/fd`).some((descriptor) => {
    if (!/\bptmx$/.test(linkOf(`/proc/${pid}/fd/${descriptor}`) ?? '')) return false;
    const info = textOf(`/proc/${pid}/fdinfo/${descriptor}`) ?? '';
    return /^tty-index:\s*(\d+)$/m.exec(info)?.[1] === index;
  });
}

function readProcess(pid: number): Process | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const end = stat.lastIndexOf(')');
  const title = stat.slice(stat.indexOf('(') + 1, end);
  const [, parent = 0, , session = 0, terminal = 0] = stat
    .slice(end + 2)
    .split(' ')
    .map(Number);
  const file = linkOf(`/proc/${pid}/exe`)?.replace(/ \(deleted\)$/, '');
  const [program = '', ...args] = (textOf(`/proc/${pid}/cmdline`) ?? '').split('\0');
  const script = interpreter.test(nameOf(file ?? program)) ? scriptNames(args) : [];
  const names = [file ?? '', program.split(' ')[0] ?? '', title].map(nameOf);
  const all = new Set([...script, ...names].filter((name) => name !== ''));
  return { pid, parent, session, terminal, names: [...all], isProtected: file === undefined };
}

function scriptNames(args: readonly string[]): string[] {
  const script = args.find((arg) => !arg.startsWith('-'));
  if (script === undefined) return [];
  const [, inPackages = ''] = /.*\/node_modules\/(.*)/.exec(script) ?? [];
  return [script, ...inPackages.split('/').slice(0, 2)].map(nameOf);
}

const nameOf = (path: string): string =>
  basename(path)
    .replace(/^-|[:(].*$/g, '')
    .replace(/\.(?:exe|[cm]?js|py)$/, '')
    .toLowerCase();

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    // The process has ended, or belongs to another user. `userTerminal.ts` decides what that means.
    return undefined;
  }
}

const textOf = (path: string): string | undefined => orNothing(() => readFileSync(path, 'utf8'));
const linkOf = (path: string): string | undefined => orNothing(() => readlinkSync(path));
const entriesOf = (path: string): readonly string[] => orNothing(() => readdirSync(path)) ?? [];
