import { execFile } from 'node:child_process';

/** A repository's own configuration must not start programs (fsmonitor) just because somebody asks. */
export const startingNoProgram = ['-c', 'core.fsmonitor=false'] as const;

/**
 * What git prints, or undefined where there is no git, no repository or no such thing. git itself knows what worktrees,
 * submodules and includes mean; no shell is involved.
 */
export function askGit(cwd: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const safe = [...startingNoProgram, '-c', 'core.quotePath=false', ...args];
    execFile(
      'git',
      safe,
      { cwd, timeout: 10_000, maxBuffer: 16 * 1024 * 1024, windowsHide: true },
      (error, stdout) => {
        resolve(error ? undefined : stdout);
      },
    );
  });
}

/** Top of the working tree that holds `cwd`: of the worktree or submodule itself where it is in one. */
export async function gitRoot(cwd: string): Promise<string | undefined> {
  return (await askGit(cwd, ['rev-parse', '--show-toplevel']))?.replace(/\r?\n$/, '');
}

/** Address of the remote `origin`, without the credentials that some hold. */
export async function gitRemote(cwd: string): Promise<string | undefined> {
  const url = (await askGit(cwd, ['remote', 'get-url', 'origin']))?.trim();
  return url === undefined || url === '' ? undefined : url.replace(/^([a-z+]+:\/\/)[^/?#]*@/i, '$1');
}

/** Files below a folder that differ from the last commit, new ones too, deleted ones not; relative to that folder. */
export async function changedFiles(root: string): Promise<readonly string[]> {
  const [tracked, fresh] = await Promise.all([
    askGit(root, ['diff', '--name-only', '--diff-filter=d', '--no-ext-diff', '--relative', '-z', 'HEAD']),
    askGit(root, ['ls-files', '--others', '--exclude-standard', '-z']),
  ]);
  // Before the first commit there is nothing to differ from: everything is new.
  const all = tracked ?? (await askGit(root, ['ls-files', '-z']));
  return [...new Set([...(all ?? '').split('\0'), ...(fresh ?? '').split('\0')])].filter(
    (path) => path !== '',
  );
}
