import { Failure } from '../../core/failures.ts';
import { systemPath } from '../files/systemPath.ts';
import { gitText } from './git.ts';

/** Returns the top of the working tree that holds `cwd`, or undefined outside of git. */
export async function gitRoot(cwd: string): Promise<string | undefined> {
  const top = await gitText(cwd, 'rev-parse', ['--show-toplevel']);
  return top && systemPath(top.replace(/\r?\n$/, ''));
}

/** Returns the tops of all working trees of a repository; none outside of git. */
export async function gitWorktrees(cwd: string): Promise<string[]> {
  const list = namesIn((await gitText(cwd, 'worktree', ['list', '--porcelain', '-z'])) ?? '');
  return list.flatMap((line) => (line.startsWith('worktree ') ? [systemPath(line.slice(9))] : []));
}

/** Returns the commit that is checked out, or undefined outside of git and before the first commit. */
export async function gitRevision(cwd: string): Promise<string | undefined> {
  return (await gitText(cwd, 'rev-parse', ['--verify', 'HEAD']))?.trim();
}

/** Returns the address of the remote `origin` without the credentials that it may contain. */
export async function gitRemote(cwd: string): Promise<string | undefined> {
  const url = (await gitText(cwd, 'remote', ['get-url', 'origin']))?.trim();
  return url === undefined || url === '' ? undefined : url.replace(/^([a-z+]+:\/\/)[^/?#]*@/i, '$1');
}

/** Returns files below a folder, relative to it, that are new or differ from the last commit, but no deleted ones. */
export async function changedFiles(root: string): Promise<readonly string[]> {
  const [tracked, fresh] = await Promise.all([
    gitText(root, 'diff', ['--name-only', '--diff-filter=d', '--relative', '-z', 'HEAD']),
    gitText(root, 'ls-files', ['--others', '--exclude-standard', '-z']),
  ]);
  // Before the first commit, every file is new.
  const all = tracked ?? (await gitText(root, 'ls-files', ['-z']));
  return [...new Set([...namesIn(all ?? ''), ...namesIn(fresh ?? '')])];
}

/** Returns git arguments for the current commits that no remote has; undefined if no branch of a remote is known. */
export async function unpushedRevisions(folder: string): Promise<readonly string[] | undefined> {
  const branches = (await gitText(folder, 'rev-parse', ['--remotes'])) ?? '';
  return branches === '' ? undefined : ['HEAD', '--not', '--remotes'];
}

/**
 * Returns the files below a folder that differ from the last commit, or that commits change that no remote has, relative
 * to that folder. New and deleted files are included. Returns undefined outside of a repository.
 *
 * @throws {Failure} `storage` if git cannot list the commits
 */
export async function unpushedFiles(root: string): Promise<readonly string[] | undefined> {
  if ((await gitRoot(root)) === undefined) return undefined;
  const names = ['--name-only', '--no-renames', '--relative', '-z'];
  const unpushed = (await gitRevision(root)) === undefined ? undefined : await unpushedRevisions(root);
  const [present, deleted, committed] = await Promise.all([
    changedFiles(root),
    gitText(root, 'diff', [...names, '--diff-filter=D', 'HEAD']),
    // A merge counts with the files that differ from those of every parent.
    unpushed ? gitText(root, 'log', ['--format=', '-c', ...names, ...unpushed, '--']) : '',
  ]);
  if (committed === undefined) throw new Failure('storage', 'git could not list the commits to push');
  return [...new Set([...present, ...namesIn(deleted ?? ''), ...namesIn(committed)])];
}

/** Returns the paths of a list as git prints it with `-z`. */
export const namesIn = (output: Buffer | string): string[] =>
  output
    .toString()
    .split('\0')
    .filter((name) => name !== '');

/** Returns up to `limit` files below `root` that use a word: new ones too, but not `except`. */
export async function filesUsing(
  root: string,
  word: string,
  { except, limit }: { readonly except: string; readonly limit: number },
): Promise<string[]> {
  const search = [
    '--untracked',
    '-l',
    '-z',
    '-w',
    '-F',
    '-e',
    word,
    '--',
    '.',
    `:(exclude,literal)${except}`,
  ];
  return namesIn((await gitText(root, 'grep', search)) ?? '').slice(0, limit);
}
