import type fs from 'node:fs';
import { readFileSync } from 'node:fs';
import type workerThreads from 'node:worker_threads';
import type { Answer } from '../../agents/protocol.ts';
import { SlowMounts } from './slowMounts.ts';

/**
 * Milliseconds since the start of the process. The shortest limit of an agent is ten seconds, and on a busy machine the
 * shim and the handler take up to two until they run.
 */
const limitMs = 7_000;

export const hangs =
  'Blocked: a file system does not answer, so what is read from it cannot be checked for secrets.';

interface WatchdogOptions {
  readonly require: (id: string) => unknown;
  /** Denies. */
  readonly answer: () => Answer;
  /** Whether the parent is the subshell of a shim, which waits for this process. */
  readonly hasShim: boolean;
}

/**
 * Returns a `require` for the handler. Its `node:fs` starts the watchdog before it first touches a file system that may
 * hang, such as one of a network: a thread that answers and ends the process although the main thread waits in the system.
 * A thread takes longer to start than a hook takes, so most hooks have none.
 *
 * On systems without `/proc` nothing is watched.
 */
export function watchedRequire({ require, answer, hasShim }: WatchdogOptions): (id: string) => unknown {
  const mounts = readMounts();
  if (mounts.isEmpty) return require;
  let isWatched = false;
  const files = watchedFiles(require('node:fs') as typeof fs, (path) => {
    if (isWatched || !mounts.reaches(path)) return;
    isWatched = true;
    const { Worker } = require('node:worker_threads') as typeof workerThreads;
    const { stdout, stderr, exitCode } = answer();
    const workerData: Watch = {
      waitMs: limitMs - process.uptime() * 1_000,
      stdout: hasShim ? `${stdout}|${exitCode}` : stdout,
      stderr,
      shell: hasShim ? process.ppid : 0,
    };
    new Worker(`(${watch.toString()})()`, { eval: true, workerData }).unref();
  });
  return (id) => (id === 'node:fs' ? files : require(id));
}

function readMounts(): SlowMounts {
  try {
    return new SlowMounts(readFileSync('/proc/self/mountinfo', 'utf8'));
  } catch {
    // Not Linux.
    return new SlowMounts('');
  }
}

/** Returns the module with synchronous functions that first call `touch` with the path that they are given. */
function watchedFiles(files: typeof fs, touch: (path: string) => void): typeof fs {
  const watched = (call: unknown): unknown => {
    if (typeof call !== 'function') return call;
    const run = (...args: unknown[]): unknown => {
      if (typeof args[0] === 'string') touch(args[0]);
      return Reflect.apply(call, files, args);
    };
    return 'native' in call ? Object.assign(run, { native: watched(call.native) }) : run;
  };
  return new Proxy(files, {
    get: (_, name) => {
      const value: unknown = Reflect.get(files, name);
      return typeof name === 'string' && name.endsWith('Sync') ? watched(value) : value;
    },
  });
}

interface Watch {
  readonly waitMs: number;
  readonly stdout: string;
  readonly stderr: string | undefined;
  /** The process to end; 0 for none. */
  readonly shell: number;
}

/**
 * The thread runs the text of this function alone, so the function uses nothing outside of itself.
 *
 * A thread that waits in FUSE cannot be ended, not even by SIGKILL, and neither the pipes of its process close nor the
 * process that waits for it goes on. So the thread closes the pipes and ends the subshell of the shim.
 */
function watch(): void {
  const { workerData } = process.getBuiltinModule('node:worker_threads') as { workerData: Watch };
  const { closeSync, writeSync } = process.getBuiltinModule('node:fs');
  const { waitMs, stdout, stderr, shell } = workerData;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, waitMs));
  const attempt = (step: () => unknown): void => {
    try {
      step();
    } catch {
      // The agent has closed a pipe. The rest matters all the more.
    }
  };
  if (stderr !== undefined) attempt(() => writeSync(2, `${stderr}\n`));
  attempt(() => writeSync(1, stdout));
  for (const pipe of [0, 1, 2])
    attempt(() => {
      closeSync(pipe);
    });
  // 1 has adopted this process.
  if (shell > 1) attempt(() => process.kill(shell, 'SIGKILL'));
  process.kill(process.pid, 'SIGKILL');
}
