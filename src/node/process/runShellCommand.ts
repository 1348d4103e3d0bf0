import { spawn } from 'node:child_process';

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
    child.on('error', () => {
      resolve({ exitCode: undefined, stdout });
    });
    child.on('close', (code) => {
      resolve({ exitCode: code ?? undefined, stdout });
    });
  });
}
