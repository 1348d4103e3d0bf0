import { namesIn } from '../../node/process/repository.ts';
import { CliError, invalidOptions } from '../exitCodes.ts';
import { askAsHook, readBlobs, unlisted, unreadable } from './git.ts';

export interface CommittedFile {
  readonly commit: string;
  /** Relative to the top of the repository, with slashes. */
  readonly path: string;
  /** Undefined for a file of more than `largestCommitted` bytes. */
  readonly bytes: Buffer | undefined;
}

/** The largest file of a commit that is scanned, in bytes. A refused commit is worse than a second of work. */
export const largestCommitted = 100 * 1024 * 1024;

/**
 * Returns the commits of a range, parents first.
 *
 * @param range `A..B`, as git writes it; an empty side means HEAD.
 * @throws CliError for another form, and for a commit that the repository does not have.
 */
export async function commitsOfRange(folder: string, range: string): Promise<string[]> {
  const [from, to, ...more] = range.split('..');
  const isRange = from !== undefined && to !== undefined && more.length === 0 && from + to !== '';
  // Three dots are another set of commits.
  if (!isRange || to.startsWith('.'))
    throw invalidOptions('--range requires two commits, such as main..HEAD');
  const [first, last] = [
    await requireCommit(folder, from || 'HEAD'),
    await requireCommit(folder, to || 'HEAD'),
  ];
  return listCommits(folder, [last, `^${first}`]);
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

/**
 * Returns commits, parents first.
 *
 * @throws CliError when git cannot list them.
 */
export async function listCommits(folder: string, revisions: readonly string[]): Promise<string[]> {
  const output = await askAsHook(folder, 'rev-list', ['--reverse', '--topo-order', ...revisions, '--']);
  if (!output) throw new CliError(unlisted);
  return output.toString('latin1').split('\n').filter(Boolean);
}

/** The variables in which the pre-commit framework names what is pushed; it does not pass standard input on. */
interface FrameworkVariables {
  readonly PRE_COMMIT?: string | undefined;
  readonly PRE_COMMIT_FROM_REF?: string | undefined;
  readonly PRE_COMMIT_TO_REF?: string | undefined;
}

/**
 * Returns the commits that a push sends and that the remote does not have, parents first.
 *
 * @param refs The standard input of a pre-push hook: `<local ref> <local commit> <remote ref> <remote commit>` per line.
 * @param remote The remote as git names it to the hook; an address when it has no name.
 * @throws CliError for another form, and when git cannot list the commits.
 */
export async function pushedCommits(
  folder: string,
  refs: string,
  remote: string,
  env: FrameworkVariables,
): Promise<string[]> {
  const { tips, there } =
    env.PRE_COMMIT === undefined ? await tipsOfPush(folder, refs) : await tipsOfFramework(folder, env);
  if (tips.length === 0) return [];
  // The remote already publishes the commits of its other branches, so they are left out. A remote whose name has
  // other characters is not named to git, which could read the name as a pattern.
  const known = /^[\w./-]+$/.test(remote) ? ['--not', `--remotes=${remote}`] : [];
  return listCommits(folder, [...tips, ...there.map((commit) => `^${commit}`), ...known]);
}

/** The newest commits of each branch that a push changes. */
interface PushTips {
  readonly tips: readonly string[];
  /** Those on the remote, as far as this repository has them. */
  readonly there: readonly string[];
}

async function tipsOfFramework(
  folder: string,
  { PRE_COMMIT_FROM_REF: from, PRE_COMMIT_TO_REF: to }: FrameworkVariables,
): Promise<PushTips> {
  const last = await requireCommit(folder, to ?? 'HEAD');
  const first = from === undefined ? undefined : await commitNamed(folder, from);
  return { tips: [last], there: first === undefined ? [] : [first] };
}

async function tipsOfPush(folder: string, refs: string): Promise<PushTips> {
  const tips: string[] = [];
  const there: string[] = [];
  for (const line of refs.split('\n').filter(Boolean)) {
    const [, local, remoteCommit] = /^\S+ ([\da-f]{40,64}) \S+ ([\da-f]{40,64})$/.exec(line) ?? [];
    if (local === undefined || remoteCommit === undefined)
      throw new CliError('--pushed expects the lines that git gives to a pre-push hook on standard input.');
    // Only zeros: a deleted branch here, a new one there.
    if (/^0+$/.test(local)) continue;
    tips.push(await requireCommit(folder, local));
    const before = await commitNamed(folder, remoteCommit);
    if (before !== undefined) there.push(before);
  }
  return { tips, there };
}

const commitsAtOnce = 200;
const bytesAtOnce = 64 * 1024 * 1024;

interface CommitBatch {
  /** The position in the list of commits after the last one of the batch. */
  readonly end: number;
  readonly files: AsyncGenerator<CommittedFile>;
}

/**
 * Yields the files that the commits add or change. A file that several commits have with the same content is yielded
 * once. Of a merge, only the files that differ from those of every parent are yielded.
 *
 * @throws CliError when git cannot read a commit or a file
 */
export async function* readCommits(
  folder: string,
  commits: readonly string[],
): AsyncGenerator<CommittedFile> {
  for await (const { files } of readBatches(folder, commits, 0)) yield* files;
}

/**
 * Yields the files as `readCommits` does, in batches.
 *
 * @param from Files that the commits before this position have are not yielded.
 */
export async function* readBatches(
  folder: string,
  commits: readonly string[],
  from: number,
): AsyncGenerator<CommitBatch> {
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

interface Entry {
  readonly commit: string;
  readonly path: string;
  readonly blob: string;
}

async function listEntries(folder: string, commits: readonly string[]): Promise<Entry[]> {
  const args = ['--stdin', '-r', '--root', '-c', '--raw', '-z', '--no-renames', '--no-abbrev'];
  const output = await askAsHook(folder, 'diff-tree', args, commits.join('\n') + '\n');
  if (!output) throw new CliError(unreadable);
  const fields = namesIn(output);
  const entries: Entry[] = [];
  let commit = '';
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

async function* readEntries(folder: string, entries: readonly Entry[]): AsyncGenerator<CommittedFile> {
  const sizes = await sizesOf(
    folder,
    entries.map(({ blob }) => blob),
  );
  let group: Entry[] = [];
  let bytes = 0;
  for (const [index, entry] of entries.entries()) {
    const size = sizes[index] ?? 0;
    if (size > largestCommitted) {
      yield { commit: entry.commit, path: entry.path, bytes: undefined };
      continue;
    }
    if (bytes + size > bytesAtOnce) {
      yield* readGroup(folder, group);
      group = [];
      bytes = 0;
    }
    group.push(entry);
    bytes += size;
  }
  yield* readGroup(folder, group);
}

async function* readGroup(folder: string, group: readonly Entry[]): AsyncGenerator<CommittedFile> {
  const bodies = await readBlobs(
    folder,
    group.map(({ blob }) => blob),
  );
  for (const [index, { commit, path }] of group.entries()) yield { commit, path, bytes: bodies[index] };
}

async function sizesOf(folder: string, blobs: readonly string[]): Promise<number[]> {
  if (blobs.length === 0) return [];
  const output = await askAsHook(folder, 'cat-file', ['--batch-check'], `${blobs.join('\n')}\n`);
  if (!output) throw new CliError(unreadable);
  const lines = output.toString('latin1').trimEnd().split('\n');
  return lines.map((line) => {
    const [, kind, size] = line.split(' ');
    if (kind !== 'blob') throw new CliError(unreadable);
    return Number(size);
  });
}
