import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface RanCommand {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly wasLate: boolean;
}

interface RunOptions {
  readonly stdin: Buffer;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly killAfterMs?: number;
}

/** Runs a command line in a shell, as agents run their hooks, and ends all its processes when it is late. */
export function runCommand(
  command: string,
  { stdin, cwd, env, timeoutMs, killAfterMs = 5_000 }: RunOptions,
): Promise<RanCommand> {
  // The process group lets the fake agent end every process of a hook that runs out of time.
  const child =
    process.platform === 'win32'
      ? startOnWindows(command, { cwd, env })
      : spawn('/bin/sh', ['-c', command], { cwd, env, detached: true });
  const signal = (name: NodeJS.Signals): void => {
    // Never a group number 0: that is our own.
    if (child.pid === undefined) return;
    if (process.platform === 'win32') return void child.kill();
    try {
      process.kill(-child.pid, name);
    } catch {
      // The process has ended in the meantime.
    }
  };
  let wasLate = false;
  const timers = [
    setTimeout(() => {
      wasLate = true;
      signal('SIGTERM');
    }, timeoutMs),
    setTimeout(() => signal('SIGKILL'), timeoutMs + killAfterMs),
  ];
  const chunks: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
  child.stdout.on('data', (chunk: Buffer) => chunks.stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.stderr.push(chunk));
  // A hook may end without having read the question.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  return new Promise((resolve) =>
    child.on('close', (exitCode) => {
      timers.forEach(clearTimeout);
      resolve({
        exitCode,
        stdout: Buffer.concat(chunks.stdout).toString('utf8'),
        stderr: Buffer.concat(chunks.stderr).toString('utf8'),
        wasLate,
      });
    }),
  );
}

/**
 * Runs a command line in cmd. Wine has no PowerShell, so there the handler is started as `service-guard.ps1` starts it,
 * with the arguments that stand in the script; nothing else of the script runs.
 */
function startOnWindows(
  command: string,
  options: Pick<RunOptions, 'cwd' | 'env'>,
): ChildProcessWithoutNullStreams {
  if (process.env.SERVICE_TEST_WINE === undefined) return spawn(command, { ...options, shell: true });
  const [, folder, quoted, file = quoted ?? '', event = ''] =
    /(?:Variable\('(\w+)'\)\) )?(?:'((?:[^']|'')*service-guard\.ps1)'\)?|-File "(?:\$\w+\\)?([^"]*service-guard\.ps1)") (\w+)/.exec(
      command,
    ) ?? [];
  const base = folder === undefined ? options.cwd : (options.env[folder] ?? '');
  const text = readFileSync(resolve(base, file.replaceAll("''", "'")), 'utf8');
  const [, version = ''] = /service-cli\\bin\\([\d.]+)/.exec(text) ?? [];
  const [, agent = ''] = /" hook (\w+) '/.exec(text) ?? [];
  const home = join(options.env.USERPROFILE ?? '', '.service');
  const loader = join(home, 'service-cli/bin', version, 'loader.js');
  return spawn(process.execPath, ['--single-threaded', loader, 'hook', agent, event], options);
}
