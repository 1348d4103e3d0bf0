import { execFile, type ExecFileException, type ExecFileOptions, spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { dirname, isAbsolute } from 'node:path';
import { Failure } from '../../core/failures.ts';
import { findProgram } from './findProgram.ts';

/** How long a command of the user may run, milliseconds. */
const userCommandMs = 10_000;

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
  const { error } = await execute(program, args, { cwd: homedir(), timeout: userCommandMs });
  // The message of `error` repeats the whole command line.
  if (error) throw new Failure('storage', `The program ${program} ${reasonOf(error)}`);
}

/** Runs a program without input. At a limit it is killed, and the result has an error. */
function execute(
  program: string,
  args: readonly string[],
  options: ExecFileOptions,
): Promise<{ readonly error: ExecFileException | null; readonly stdout: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { ...options, encoding: 'utf8', killSignal: 'SIGKILL', windowsHide: true },
      (error, stdout) => resolve({ error, stdout }),
    );
    child.stdin?.end();
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
  // Windows starts nothing without this variable.
  const env = { SYSTEMROOT: process.env.SYSTEMROOT };
  const options = { cwd: dirname(program), env, timeout: timeoutMs, maxBuffer: maxBytes };
  const { error, stdout } = await execute(program, args, options);
  if (!error) return stdout;
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    throw new Failure('tooLarge', `printed more than ${maxBytes / 1024 / 1024} MiB`);
  if (error.killed === true) throw new Failure('timeout', `took longer than ${timeoutMs / 1000} seconds`);
  throw new Failure('storage', `failed: ${error.code ?? error.signal ?? 'unknown reason'}`);
}

function reasonOf({ code, killed }: { readonly code?: unknown; readonly killed?: boolean }): string {
  if (killed === true) return `was ended after ${userCommandMs / 1000} seconds, or printed too much`;
  return typeof code === 'number' ? `ended with ${code}` : `could not be started: ${String(code)}`;
}

interface ScriptOptions {
  /** The time limit, milliseconds; half a minute by default. */
  readonly timeoutMs?: number;
  /** The exit codes that count as success; 0 by default. */
  readonly accepts?: readonly number[];
  readonly signal?: AbortSignal;
}

/**
 * Runs a script of this product with the Node that runs now, which may be the editor's, and returns its standard
 * output. Rejects with `storage` when the script cannot be started, fails or exceeds the time limit, and with
 * `cancelled` when the signal aborts.
 */
export async function runScript(...run: Parameters<typeof finishScript>): Promise<string> {
  return (await finishScript(...run)).stdout;
}

/** As `runScript`, with the exit code. */
export function finishScript(
  script: string,
  args: readonly string[],
  cwd: string,
  { timeoutMs = 30_000, accepts = [0], signal }: ScriptOptions = {},
): Promise<{ readonly stdout: string; readonly exitCode: number }> {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const options = { cwd, env, timeout: timeoutMs, windowsHide: true, maxBuffer: 16 * 1024 * 1024, signal };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, ...args], options, (error, stdout) => {
      const code = signal?.aborted ? 'cancelled' : 'storage';
      const exitCode = error ? Number(error.code) : 0;
      if (!error || accepts.includes(exitCode)) resolve({ stdout, exitCode });
      else reject(new Failure(code, `${script} ${args.join(' ')} did not run`, { cause: error }));
    });
  });
}

/** The milliseconds that a program has to say its version. */
const versionMs = 3_000;

/**
 * Returns what a program prints when it is asked for its version, outside of every repository; undefined when it fails,
 * or takes longer than three seconds.
 *
 * @param program An absolute path, to a program that no repository brings.
 */
export async function versionOutput(program: string): Promise<string | undefined> {
  const options = { cwd: homedir(), timeout: versionMs, maxBuffer: 65_536 };
  const { error, stdout } = await execute(program, ['--version'], options);
  return error ? undefined : stdout;
}

export interface ShellRun {
  /** Undefined when the command did not start, was killed or was late. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
}

/**
 * Runs a command line of this product in the system's shell, as agents run their hooks. Never rejects.
 *
 * @param command A command line that `integrate` generated, never one that was read from a file.
 */
export function runShellCommand(
  command: string,
  options: {
    readonly cwd: string;
    readonly env: NodeJS.ProcessEnv;
    readonly input: string;
    readonly timeoutMs: number;
  },
): Promise<ShellRun> {
  const { cwd, env, input, timeoutMs } = options;
  return new Promise((resolve) => {
    const child = spawn(command, {
      cwd,
      env,
      shell: true,
      windowsHide: true,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.resume();
    // The hook may answer before it has read everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('error', () => resolve({ exitCode: undefined, stdout }));
    child.on('close', (code) => resolve({ exitCode: code ?? undefined, stdout }));
  });
}
