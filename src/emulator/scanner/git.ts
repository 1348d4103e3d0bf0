import { git, type GitCommand } from '../../node/process/git.ts';
import { namesIn } from '../../node/process/repository.ts';
import type { Authorship } from '../store/analyses/files.ts';

/** Number of processes at a time; each waits for the disk as long as it computes. */
const parallel = 4;

/** Returns the author of each line for the files that git knows. Files with uncommitted changes are left out. */
export async function authorships(
  directory: string,
  paths: readonly string[],
): Promise<Map<string, Authorship>> {
  const [tracked, changed] = await Promise.all([
    askGit(directory, 'ls-files', ['-z']),
    askGit(directory, 'diff', ['--name-only', '--relative', '-z', 'HEAD']),
  ]);
  const known = new Set(namesIn(tracked));
  for (const path of namesIn(changed)) known.delete(path);
  const queue = paths.filter((path) => known.has(path));
  const found = new Map<string, Authorship>();
  const work = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift())
      found.set(path, parseBlame(await askGit(directory, 'blame', ['--porcelain', 'HEAD', '--', path])));
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return found;
}

async function askGit(directory: string, command: GitCommand, args: readonly string[]): Promise<string> {
  const output = await git(directory, command, args, { maxBytes: 256 * 1024 * 1024, timeoutMs: 120_000 });
  if (!output) throw new Error(`git ${command} gave no answer for ${directory}`);
  return output.toString('utf8');
}

interface Commit {
  revision: string;
  author: string;
  date: number;
}

/**
 * Parses `git blame --porcelain`: each line follows a header with its commit, whose details appear only the first
 * time.
 */
function parseBlame(text: string): Authorship {
  const commits: Commit[] = [];
  const indexes = new Map<string, number>();
  const lines: number[] = [];
  let commit: Commit | undefined;
  for (const line of text.split('\n')) {
    const revision = /^([\da-f]{40}) \d+ \d+/u.exec(line)?.[1];
    if (line.startsWith('\t')) continue;
    if (revision !== undefined) {
      const index = indexes.get(revision) ?? commits.push({ revision, author: '', date: 0 }) - 1;
      indexes.set(revision, index);
      commit = commits[index];
      lines.push(index);
    } else if (commit && line.startsWith('author-mail '))
      commit.author = line.slice(12).replace(/^<|>$/gu, '');
    else if (commit && line.startsWith('committer-time ')) commit.date = Number(line.slice(15)) * 1000;
  }
  return { commits, lines };
}
