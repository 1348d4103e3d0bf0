import { execFileSync } from 'node:child_process';

const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];

/** Runs git in a folder, with a fixed author, and returns its output. */
export const gitIn = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', [...author, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();
