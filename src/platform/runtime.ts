import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
export function reExecute(node: string, script: string, args: readonly string[]): Promise<number> {
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
