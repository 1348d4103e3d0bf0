import { execFile } from 'node:child_process';
import { Failure } from '../../core/failures.ts';

/**
 * Runs a script of this product with the Node that runs now, which may be the editor's, and returns its standard
 * output. Rejects with `storage` when the script cannot be started, fails or takes longer than half a minute.
 */
export function runProgram(script: string, args: readonly string[], cwd: string): Promise<string> {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [script, ...args],
      { cwd, env, timeout: 30_000, windowsHide: true },
      (error, stdout) => {
        if (error)
          reject(new Failure('storage', `${script} ${args.join(' ')} did not run`, { cause: error }));
        else resolve(stdout);
      },
    );
  });
}
