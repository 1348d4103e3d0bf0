import { git, type GitCommand } from '../../node/process/git.ts';
import { gitRoot, namesIn } from '../../node/process/repository.ts';
import { CliError } from '../exitCodes.ts';

/** For example in a partial clone, whose missing files are not fetched. */
export const unreadable = 'git could not read all files of the commit.';

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

/**
 * Returns the commits that `git rev-list` prints.
 *
 * @throws {CliError} when git cannot list them: a reference is damaged, or the interrupt of a terminal also ended git
 */
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
export interface Entry {
  /** Undefined for a staged file. */
  readonly commit: string | undefined;
  /** Relative to the top of the repository, with slashes. */
  readonly path: string;
  readonly blob: string;
}

/** Reads what `git diff --raw -z` and `git diff-tree --raw -z` print. */
export function entriesIn(output: Buffer): Entry[] {
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
export async function askAboutBlobs(
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
