import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf } from '../../core/failures.ts';
import { printable } from '../../core/printable.ts';

/** The part of a commander command line that this module uses. */
interface Program {
  parseAsync(args: readonly string[], options: { from: 'user' }): Promise<unknown>;
}

/** An error of a command with the fix, which {@link runOnNewerNode} prints below the message. */
export class FixableError extends Error {
  override readonly name = 'FixableError';
  readonly fix: string;

  constructor(message: string, fix: string, options?: ErrorOptions) {
    super(message, options);
    this.fix = fix;
  }
}

/**
 * Runs programs whose store (`node:sqlite`) needs Node 24, such as `service-cli platform start`. On an older Node it
 * starts the same command line again with the Node of the package `node`. `load` imports all code that needs the
 * store. Options that commander refuses end with exit code 2, every other error with its message and 1.
 */
export async function runOnNewerNode(load: () => Promise<Program>): Promise<void> {
  try {
    await run(load);
  } catch (error) {
    // Commander has already printed what is wrong with the options. A request for help is not an error.
    const isUsage = error instanceof Error && 'exitCode' in error;
    if (!isUsage) {
      const lines = [`✗ ${messageOf(error)}`, ...(error instanceof FixableError ? [`  ${error.fix}`] : [])];
      process.stderr.write(`${lines.map((line) => printable(line)).join('\n')}\n`);
    }
    process.exitCode = isUsage ? (error.exitCode === 0 ? 0 : 2) : 1;
  }
}

async function run(load: () => Promise<Program>): Promise<void> {
  const [, script = '', ...args] = process.argv;
  if (isNewEnough(process.versions.node)) {
    const program = await load();
    await program.parseAsync(args.slice(1), { from: 'user' });
    return;
  }
  const node = findNode(script);
  if (node === undefined)
    throw new Error(
      `service-cli ${args[0] ?? ''} needs Node 24 or newer, this is ${process.versions.node}. Install it, or the npm package "node" beside service-cli`,
    );
  process.exitCode = await reExecute(node, script, args);
}

/** Whether this version has `node:sqlite` without a flag. */
export const isNewEnough = (version: string): boolean => Number(version.split('.')[0]) >= 24;

/** Returns the Node 24 of the package `node`, beside a script or in a folder above it. */
export function findNode(
  script: string,
  exists = existsSync,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const name = platform === 'win32' ? 'node.exe' : 'node';
  for (let folder = dirname(script); ; folder = dirname(folder)) {
    const binary = join(folder, 'node_modules/node/bin', name);
    if (exists(binary)) return binary;
    if (folder === dirname(folder)) return undefined;
  }
}

/**
 * Returns the signals that the child gets from this process. A terminal sends Ctrl+C to both, and a second one would end
 * the child at once. On Windows, a signal of Node ends it before it has closed its data.
 */
export function forwardedSignals(platform: NodeJS.Platform, hasTerminal: boolean): readonly NodeJS.Signals[] {
  return platform === 'win32' || hasTerminal ? ['SIGTERM'] : ['SIGINT', 'SIGTERM'];
}

/**
 * Runs this same command line on the given Node and ends in the same way. The child gets signals from the terminal or
 * from this process; the closed channel tells it that this process was killed.
 * @returns the exit code
 */
export function reExecute(node: string, script: string, args: readonly string[]): Promise<number> {
  const child = spawn(node, [script, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  const forward = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  for (const signal of forwardedSignals(process.platform, process.stdin.isTTY)) process.on(signal, forward);
  // Without a handler, Ctrl+C would end this process before the child has closed.
  process.on('SIGINT', () => undefined);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}
