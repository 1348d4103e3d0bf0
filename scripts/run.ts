import { spawn } from 'node:child_process';

const shownLines = 30;

/**
 * Runs a command to its end, quietly.
 * @param env added to this process's environment
 * @throws Error with the command and the end of its output when it fails or can't be started
 */
export async function run(
  file: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000);
    });
  const outcome = await new Promise<string | undefined>((resolve) => {
    child.once('error', ({ message }) => {
      resolve(message);
    });
    child.once('close', (code, signal) => {
      resolve(code === 0 ? undefined : `exit ${code ?? signal ?? '?'}`);
    });
  });
  if (outcome === undefined) return;
  const tail = output.trimEnd().split('\n').slice(-shownLines).join('\n');
  throw new Error(`${file} ${args.join(' ')} failed in ${cwd}: ${outcome}\n${tail}`);
}
