import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A child process together with everything it starts, as one thing that can be stopped. Editors fork hosts, watchers
 * and language servers; killing the first process alone would leave them behind.
 */
export interface ProcessGroup extends AsyncDisposable {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Settles when the first process of the group ends: its exit code, or null when a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Asks the group to end, then makes it end. Does nothing when it is gone already. */
  readonly stop: () => Promise<void>;
}

export interface ProcessGroupOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  stdio?: StdioOptions;
  /**
   * The signal that the group gets when this process ends first. Default SIGKILL. A child that starts groups itself
   * needs SIGTERM, and {@link exitOnSignals} to end those groups.
   */
  atExit?: 'SIGTERM' | 'SIGKILL';
  /** How long it may take to end when asked to, before it is made to; and how long that may take. */
  graceMs?: number;
}

const live = new Map<number, NodeJS.Signals>();
const pollMs = 30;

/**
 * Starts `file` in a new process group.
 * @throws Error if it cannot be started
 */
export async function startGroup(
  file: string,
  args: readonly string[],
  { atExit = 'SIGKILL', graceMs = 3000, ...options }: ProcessGroupOptions = {},
): Promise<ProcessGroup> {
  const child = spawn(file, args, { stdio: 'inherit', ...options, detached: true });
  await once(child, 'spawn');
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${file} has no process id.`);
  live.set(pid, atExit);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const stop = async (): Promise<void> => {
    if (!live.has(pid)) return;
    signal(pid, 'SIGTERM');
    if (!(await gone(pid, graceMs))) {
      signal(pid, 'SIGKILL');
      await gone(pid, graceMs);
    }
    live.delete(pid);
  };
  return { pid, child, exited, stop, [Symbol.asyncDispose]: stop };
}

/**
 * Makes SIGINT, SIGTERM and SIGHUP end this process through the `exit` event, so that every group ends too. For programs
 * that do nothing else at a signal.
 */
export function exitOnSignals(): void {
  const codes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
  // `on`, not `once`: a second signal must not kill while `exit` is at work.
  for (const [name, code] of Object.entries(codes)) process.on(name, () => process.exit(code));
}

process.on('exit', () => {
  for (const [pid, atExit] of live) signal(pid, atExit);
});

/** Sends a signal to a group; 0 only asks whether anything of it is left. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

async function gone(group: number, withinMs: number): Promise<boolean> {
  const end = Date.now() + withinMs;
  while (signal(group, 0) && hasLiving(group)) {
    if (Date.now() > end) return false;
    await pause(pollMs);
  }
  return true;
}

/**
 * Returns whether a process of the group still runs. In a container without an init process, a process whose parent ended
 * first stays a zombie, which belongs to the group but does not run.
 */
function hasLiving(group: number): boolean {
  if (process.platform !== 'linux') return true;
  return readdirSync('/proc').some((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    const [state, , member] = statOf(entry);
    return member === String(group) && state !== 'Z' && state !== 'X';
  });
}

/** State, parent and group of a process; nothing when it is gone meanwhile. The fields follow its name in parentheses. */
function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return [];
    throw error;
  }
}

const shownLines = 30;

/**
 * Runs a command to its end, quietly.
 * @param env added to this process's environment
 * @returns what it printed on stdout
 * @throws Error with the command and the end of its output when it fails or can't be started
 */
export async function run(
  file: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const group = await startGroup(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { child } = group;
  let stdout = '';
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const code = await group.exited;
  await closed;
  if (code === 0) return stdout;
  const tail = output.trimEnd().split('\n').slice(-shownLines).join('\n');
  throw new Error(`${file} ${args.join(' ')} failed in ${cwd} (exit ${code ?? 'by a signal'}):\n${tail}`);
}
