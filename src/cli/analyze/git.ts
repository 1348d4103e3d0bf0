import { git, type GitCommand } from '../../node/process/git.ts';
import { gitRoot, namesIn } from '../../node/process/repository.ts';
import { CliError } from '../exitCodes.ts';

/** For example in a partial clone, whose missing files are not fetched. */
export const unreadable = 'git could not read all files of the commit.';

/** For example in a repository with a damaged reference. */
export const unlisted = 'git could not list the commits. To check the repository, run: git fsck';

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
 * Returns the folder in which a repository begins.
 *
 * @param option The option that needs it, for the message.
 * @throws CliError outside of a repository
 */
export async function topFolder(folder: string, option: string): Promise<string> {
  const output = await askAsHook(folder, 'rev-parse', ['--show-toplevel']);
  if (!output) throw new CliError(`${option} requires git and a git repository.`);
  return output.toString('utf8').replace(/\r?\n$/, '');
}

interface StagedFile {
  /** Relative to the top of the repository, with slashes. */
  readonly path: string;
  readonly bytes: Buffer;
}

/**
 * Returns the staged content of each file that the next commit adds or changes. Later edits of the working tree are left out.
 * @throws CliError outside of a repository, or when git cannot read a staged file
 */
export async function readStaged(folder: string): Promise<StagedFile[]> {
  const args = ['--cached', '--raw', '-z', '--no-renames', '--no-abbrev', '--diff-filter=AMT'];
  const output = await askAsHook(folder, 'diff', args);
  if (!output) throw new CliError('--staged requires git and a git repository.');
  const fields = namesIn(output);
  const entries: { path: string; blob: string }[] = [];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    // ":100644 100755 <blob before> <blob staged> M"
    const [, mode = '', , blob = ''] = (fields[i] ?? '').split(' ');
    if (mode.startsWith('100')) entries.push({ path: fields[i + 1] ?? '', blob });
  }
  const bodies = await readBlobs(
    folder,
    entries.map(({ blob }) => blob),
  );
  return entries.map(({ path }, index) => ({ path, bytes: bodies[index] ?? Buffer.alloc(0) }));
}

/**
 * Returns the content of blobs, in their order. Each answer of `cat-file --batch` is `<blob> blob <size>`, a line end,
 * the bytes, a line end.
 *
 * @throws CliError when one of them is missing or no blob
 */
export async function readBlobs(folder: string, blobs: readonly string[]): Promise<Buffer[]> {
  if (blobs.length === 0) return [];
  const output = await askAsHook(folder, 'cat-file', ['--batch'], `${blobs.join('\n')}\n`);
  if (!output) throw new CliError(unreadable);
  const bodies: Buffer[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(10, at);
    const [, kind, size = ''] = output.subarray(at, end).toString('latin1').split(' ');
    if (kind !== 'blob') throw new CliError(unreadable);
    const from = end + 1;
    bodies.push(output.subarray(from, from + Number(size)));
    at = from + Number(size) + 1;
  }
  return bodies;
}
