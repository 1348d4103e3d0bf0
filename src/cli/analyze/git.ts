import { git, type GitCommand } from '../../node/process/git.ts';
import { gitRoot, namesIn } from '../../node/process/repository.ts';
import { CliError, invalidOptions } from '../exitCodes.ts';

/** For example in a partial clone, whose missing files are not fetched. */
const unreadable = 'git could not read all files of the commit.';

/** A commit may be large, and is read at once. */
const limits = { maxBytes: 1 << 30, timeoutMs: 120_000 };

/**
 * Returns the files below a folder that git keeps or would keep, relative to it. Returns undefined outside of a repository,
 * and for a folder that git ignores, because a user who names such a folder wants its files scanned.
 */
export async function listFiles(folder: string): Promise<string[] | undefined> {
  if ((await gitRoot(folder)) === undefined) return undefined;
  if ((await git(folder, 'check-ignore', ['--quiet', '.'])) !== undefined) return undefined;
  const output = await git(folder, 'ls-files', ['-z', '--cached', '--others', '--exclude-standard'], limits);
  return output && namesIn(output);
}

/** Asks git as a hook: git may name the repository and its index in variables; `git commit -a` gives another index. */
export const askAsHook = (
  folder: string,
  command: GitCommand,
  args: readonly string[],
  input = '',
): Promise<Buffer | undefined> => git(folder, command, args, { ...limits, input, fromEnvironment: true });

/** Returns the commits of `git rev-list`. @throws {CliError} for a damaged reference, or when an interrupt ended git */
export async function listRevisions(
  folder: string,
  args: readonly string[],
  input?: string,
): Promise<string[]> {
  const output = await askAsHook(folder, 'rev-list', args, input);
  if (!output) throw new CliError('git could not list the commits. To check the repository, run: git fsck');
  return output.toString('latin1').split('\n').filter(Boolean);
}

/** @throws {CliError} that names the option, outside of a repository */
export async function topFolder(folder: string, option: string): Promise<string> {
  const output = await askAsHook(folder, 'rev-parse', ['--show-toplevel']);
  if (!output) throw new CliError(`${option} requires git and a git repository.`);
  return output.toString('utf8').replace(/\r?\n$/, '');
}

/** A regular file that a commit, or the next one, adds or changes. */
interface Entry {
  /** Undefined for a staged file. */
  readonly commit: string | undefined;
  /** Relative to the top of the repository, with slashes. */
  readonly path: string;
  readonly blob: string;
}

/** Reads what `git diff --raw -z` and `git diff-tree --raw -z` print. */
function entriesIn(output: Buffer): Entry[] {
  const fields = namesIn(output);
  const entries: Entry[] = [];
  let commit: string | undefined;
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i] ?? '';
    if (!field.startsWith(':')) {
      commit = field;
      continue;
    }
    // ":100644 100755 <blob before> <blob> M"; a merge of n parents has n colons, modes and blobs before.
    const parents = field.lastIndexOf(':') + 1;
    const parts = field.slice(parents).split(' ');
    const [mode = '', blob = ''] = [parts[parents], parts[2 * parents + 1]];
    const path = fields[++i] ?? '';
    if (mode.startsWith('100')) entries.push({ commit, path, blob });
  }
  return entries;
}

/** A blob that git lacks is an answer, which the caller checks. @throws {CliError} when git fails */
async function askAboutBlobs(
  folder: string,
  option: '--batch' | '--batch-check',
  entries: readonly Entry[],
): Promise<Buffer> {
  if (entries.length === 0) return Buffer.alloc(0);
  const blobs = entries.map(({ blob }) => `${blob}\n`);
  const output = await askAsHook(folder, 'cat-file', [option], blobs.join(''));
  if (!output) throw new CliError(unreadable);
  return output;
}

export interface CommittedFile extends Omit<Entry, 'blob'> {
  /** Undefined for a file of more than `largestCommitted` bytes. */
  readonly bytes: Buffer | undefined;
}

/** The largest file of a commit that is scanned, in bytes. A refused commit is worse than a second of work. */
export const largestCommitted = 100 * 1024 * 1024;

/**
 * Returns the commits of a range, parents first.
 *
 * @param range `A..B`, as git writes it; an empty side means HEAD.
 * @throws {CliError} for another form, and for a commit that the repository does not have.
 */
export async function commitsOfRange(folder: string, range: string): Promise<string[]> {
  const [from, to, ...more] = range.split('..');
  const isRange = from !== undefined && to !== undefined && more.length === 0 && from + to !== '';
  // Three dots are another set of commits.
  if (!isRange || to.startsWith('.'))
    throw invalidOptions('--range requires two commits, such as main..HEAD');
  const first = await requireCommit(folder, from || 'HEAD');
  return listCommits(folder, [await requireCommit(folder, to || 'HEAD'), `^${first}`]);
}

async function requireCommit(folder: string, name: string): Promise<string> {
  const commit = await commitNamed(folder, name);
  if (commit === undefined)
    throw new CliError(`The repository does not have the commit "${name}".`, {
      fix: 'In a shallow clone, fetch more commits: git fetch --unshallow',
    });
  return commit;
}

async function commitNamed(folder: string, name: string): Promise<string | undefined> {
  const question = ['--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  return (await askAsHook(folder, 'rev-parse', question))?.toString('utf8').trim();
}

export const listCommits = (folder: string, revisions: readonly string[]): Promise<string[]> =>
  listRevisions(folder, ['--reverse', '--topo-order', ...revisions, '--']);

/**
 * Returns the commits that a push sends and that the remote does not have, parents first.
 *
 * @param refs The standard input of a pre-push hook: `<local ref> <local commit> <remote ref> <remote commit>` per line.
 * @param remote The remote as git names it to the hook; an address when it has no name.
 * @param env The pre-commit framework names what is pushed in variables; it does not pass standard input on.
 * @throws {CliError} for another form, and when git cannot list the commits.
 */
export async function pushedCommits(
  folder: string,
  refs: string,
  remote: string,
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const revisions =
    env.PRE_COMMIT === undefined ? await tipsOfPush(folder, refs) : await tipsOfFramework(folder, env);
  if (revisions.length === 0) return [];
  // The remote already publishes the commits of its other branches, so they are left out. A remote whose name has
  // other characters is not named to git, which could read the name as a pattern.
  const known = /^[\w./-]+$/.test(remote) ? ['--not', `--remotes=${remote}`] : [];
  return listCommits(folder, [...revisions, ...known]);
}

async function tipsOfFramework(
  folder: string,
  { PRE_COMMIT_FROM_REF: from, PRE_COMMIT_TO_REF: to }: NodeJS.ProcessEnv,
): Promise<string[]> {
  const last = await requireCommit(folder, to ?? 'HEAD');
  const first = from === undefined ? undefined : await commitNamed(folder, from);
  return first === undefined ? [last] : [last, `^${first}`];
}

/** Returns the newest commits of each branch that a push changes, and with `^` those on the remote that this repository has. */
async function tipsOfPush(folder: string, refs: string): Promise<string[]> {
  const revisions: string[] = [];
  for (const line of refs.split('\n').filter(Boolean)) {
    const [, local, remoteCommit] = /^\S+ ([\da-f]{40,64}) \S+ ([\da-f]{40,64})$/.exec(line) ?? [];
    if (local === undefined || remoteCommit === undefined)
      throw new CliError('--pushed expects the lines that git gives to a pre-push hook on standard input.');
    // Only zeros: a deleted branch here, a new one there.
    if (/^0+$/.test(local)) continue;
    revisions.push(await requireCommit(folder, local));
    const before = await commitNamed(folder, remoteCommit);
    if (before !== undefined) revisions.push(`^${before}`);
  }
  return revisions;
}

const commitsAtOnce = 200;
const bytesAtOnce = 64 * 1024 * 1024;

/**
 * Yields the files that the commits add or change, in batches. A file that several commits have with the same content is
 * yielded once. Of a merge, only the files that differ from those of every parent are yielded.
 *
 * @param from Files that the commits before this position have are not yielded.
 * @returns `end` is the position after the last commit of the batch.
 * @throws {CliError} when git cannot read a commit or a file
 */
export async function* readBatches(
  folder: string,
  commits: readonly string[],
  from = 0,
): AsyncGenerator<{ readonly end: number; readonly files: AsyncGenerator<CommittedFile> }> {
  const seen = new Set<string>();
  for (let at = 0; at < commits.length;) {
    const end = Math.min(at < from ? from : commits.length, at + commitsAtOnce);
    const entries = await listEntries(folder, commits.slice(at, end));
    const fresh = entries.filter(({ blob, path }) => {
      const key = `${blob} ${path}`;
      return !seen.has(key) && seen.add(key);
    });
    if (at >= from) yield { end, files: readEntries(folder, fresh) };
    at = end;
  }
}

async function listEntries(folder: string, commits: readonly string[]): Promise<Entry[]> {
  const args = ['--stdin', '-r', '--root', '-c', '--raw', '-z', '--no-renames', '--no-abbrev'];
  const output = await askAsHook(folder, 'diff-tree', args, commits.join('\n') + '\n');
  if (!output) throw new CliError(unreadable);
  return entriesIn(output);
}

async function* readEntries(folder: string, entries: readonly Entry[]): AsyncGenerator<CommittedFile> {
  const sizes = await sizesOf(folder, entries);
  let group: Entry[] = [];
  let bytes = 0;
  for (const [index, entry] of entries.entries()) {
    const size = sizes[index] ?? 0;
    if (size > largestCommitted) {
      yield { commit: entry.commit, path: entry.path, bytes: undefined };
      continue;
    }
    if (bytes + size > bytesAtOnce) {
      yield* await readGroup(folder, group);
      group = [];
      bytes = 0;
    }
    group.push(entry);
    bytes += size;
  }
  yield* await readGroup(folder, group);
}

/**
 * Reads all blobs before it returns, so that a missing one fails before a file is scanned. Each answer of
 * `cat-file --batch` is `<blob> blob <size>`, a line end, the bytes, a line end.
 */
async function readGroup(folder: string, group: readonly Entry[]): Promise<CommittedFile[]> {
  const output = await askAboutBlobs(folder, '--batch', group);
  let at = 0;
  return group.map(({ commit, path }) => {
    const end = output.indexOf(10, at);
    const [, kind, size = ''] = output.subarray(at, end).toString('latin1').split(' ');
    if (kind !== 'blob') throw new CliError(unreadable);
    const last = end + 1 + Number(size);
    at = last + 1;
    return { commit, path, bytes: output.subarray(end + 1, last) };
  });
}

async function sizesOf(folder: string, entries: readonly Entry[]): Promise<number[]> {
  const output = await askAboutBlobs(folder, '--batch-check', entries);
  const lines = output.toString('latin1').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [, kind, size] = line.split(' ');
    if (kind !== 'blob') throw new CliError(unreadable);
    return Number(size);
  });
}

/**
 * Yields the staged content of each file that the next commit adds or changes, without later edits of the working tree.
 *
 * @throws {CliError} outside of a repository, or when git cannot read a staged file
 */
export async function* readStaged(folder: string): AsyncGenerator<CommittedFile> {
  const args = ['--cached', '--raw', '-z', '--no-renames', '--no-abbrev', '--diff-filter=AMT'];
  const output = await askAsHook(folder, 'diff', args);
  if (!output) throw new CliError('--staged requires git and a git repository.');
  for (const { bytes, ...file } of await readGroup(folder, entriesIn(output)))
    yield { ...file, bytes: bytes && bytes.length > largestCommitted ? undefined : bytes };
}
