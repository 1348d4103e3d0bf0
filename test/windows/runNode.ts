import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Runs a program of Node, and returns its exit code and all that it printed. */
export async function runNode(
  args: readonly string[],
  { stdin = '', ...options }: { stdin?: string; env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<{ readonly code: number | null; readonly printed: string }> {
  const child = spawn(process.execPath, args, { stdio: 'pipe', ...options });
  child.stdin.end(stdin);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, printed: out + errors };
}
