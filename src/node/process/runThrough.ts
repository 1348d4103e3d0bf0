import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Transform } from 'node:stream';

/** Signals that end this program, which the program that it runs gets instead. */
const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;

interface Way {
  readonly through: Transform;
  readonly to: NodeJS.WritableStream;
}

interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: Way;
  readonly stderr: Way;
}

interface Ended {
  /** As shells have it: 128 and the number of the signal that ended the program. */
  readonly exitCode: number;
  readonly signal: NodeJS.Signals | undefined;
}

/**
 * Runs a program that the user named until it ends, without a shell. It shares standard input with this program, and its
 * outputs pass through streams as they come. Rejects with the system's error when the program cannot be started.
 */
export function runThrough(
  program: string,
  args: readonly string[],
  { cwd, env, stdout, stderr }: RunOptions,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['inherit', 'pipe', 'pipe'] });
    const pass = (signal: NodeJS.Signals): void => {
      // A terminal sends what the user presses to all of its programs.
      if (process.stdin.isTTY && (signal === 'SIGINT' || signal === 'SIGQUIT')) return;
      child.kill(signal);
    };
    for (const signal of passedOn) process.on(signal, pass);
    const forget = (): void => {
      for (const signal of passedOn) process.off(signal, pass);
    };
    const written = Promise.all([carry(child.stdout, stdout), carry(child.stderr, stderr)]);
    child.on('error', (error) => {
      forget();
      reject(error);
    });
    child.on('close', (code, signal) => {
      void written.then(() => {
        forget();
        const number = signal === null ? 0 : constants.signals[signal];
        resolve({ exitCode: code ?? 128 + number, signal: signal ?? undefined });
      });
    });
  });
}

function carry(from: NodeJS.ReadableStream, { through, to }: Way): Promise<void> {
  from.pipe(through).pipe(to, { end: false });
  return new Promise((resolve) => through.on('end', resolve));
}
