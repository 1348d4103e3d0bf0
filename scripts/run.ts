import { startGroup } from './processGroup.ts';

const shownLines = 30;

/**
 * Runs a command to its end, quietly.
 * @param env added to this process's environment
 * @returns what it printed on stdout
 * @throws Error with the command and the end of its output when it fails or can't be started
 */
export async function run(
  file: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const group = await startGroup(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { child } = group;
  let stdout = '';
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const code = await group.exited;
  await closed;
  if (code === 0) return stdout;
  const tail = output.trimEnd().split('\n').slice(-shownLines).join('\n');
  throw new Error(`${file} ${args.join(' ')} failed in ${cwd} (exit ${code ?? 'by a signal'}):\n${tail}`);
}
