import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Authorship } from '../analysis/report.ts';

/** Commit of the working tree; `undefined` outside of git, or where git is not to be had. */
export async function gitRevision(directory: string): Promise<string | undefined> {
  try {
    return (await git(directory, ['rev-parse', 'HEAD'])).trim();
  } catch {
    // Outside of git an analysis has no revision, as the docblock says.
    return undefined;
  }
}

/** Processes at a time; each waits for the disk as much as it works. */
const parallel = 4;

/** Who wrote each line of the files that git knows; a file with changes that are not committed has no answer. */
export async function authorships(
  directory: string,
  paths: readonly string[],
): Promise<Map<string, Authorship>> {
  const [tracked, changed] = await Promise.all([
    git(directory, ['ls-files', '-z']),
    git(directory, ['diff', '--name-only', '--relative', '-z', 'HEAD']),
  ]);
  const known = new Set(tracked.split('\0'));
  for (const path of changed.split('\0')) known.delete(path);
  const queue = paths.filter((path) => known.has(path));
  const found = new Map<string, Authorship>();
  const work = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift())
      found.set(path, parseBlame(await git(directory, ['blame', '--porcelain', '--', path])));
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return found;
}

async function git(directory: string, args: readonly string[]): Promise<string> {
  const options = { maxBuffer: 256 * 1024 * 1024 };
  return (await promisify(execFile)('git', ['-C', directory, ...args], options)).stdout;
}

interface Commit {
  revision: string;
  author: string;
  date: number;
}

/** `git blame --porcelain`: a header with the commit before each line, its details only the first time. */
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
