import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf } from '../../core/failures.ts';
import { printable } from '../../core/printable.ts';

/** A command line as commander parses it: all that is needed of one here. */
interface Program {
  parseAsync(args: readonly string[], options: { from: 'user' }): Promise<unknown>;
}

/**
 * Entry of the programs whose store (`node:sqlite`) needs Node 24, as in `service-cli platform start`: on an older Node it
 * starts the same command line anew with the Node that the package `node` brings. `load` imports all that needs the store.
 * Options that commander refuses end with exit code 2, every other error with its message and 1.
 */
export async function runOnNewerNode(load: () => Promise<Program>): Promise<void> {
  try {
    await run(load);
  } catch (error) {
    // Commander has said itself what is wrong with the options; asked for help, it is not an error at all.
    const isUsage = error instanceof Error && 'exitCode' in error;
    if (!isUsage) process.stderr.write(`${printable(messageOf(error))}\n`);
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

/** `node:sqlite` is there without a flag. */
export const isNewEnough = (version: string): boolean => Number(version.split('.')[0]) >= 24;

/** The Node 24 that the package `node` brings, beside a script or in a folder above it. */
export function findNode(script: string, exists = existsSync): string | undefined {
  for (let folder = dirname(script); ; folder = dirname(folder)) {
    const binary = join(folder, 'node_modules/node/bin/node');
    if (exists(binary)) return binary;
    if (folder === dirname(folder)) return undefined;
  }
}

/**
 * Runs this same command line on the given Node and takes over how it ends. Signals reach the child by the terminal or by us;
 * by the channel it notices when this process is killed.
 * @returns the exit code
 */
function reExecute(node: string, script: string, args: readonly string[]): Promise<number> {
  const child = spawn(node, [script, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  const forward = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  process.on('SIGINT', forward);
  process.on('SIGTERM', forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}
