import { spawnSync } from 'node:child_process';
import { startingNoProgram } from '../../node/git.ts';
import { CliError } from '../exitCodes.ts';

const largestOutput = 1 << 30;

/** Whatever a person or a repository has configured, what is staged is all of it. */
const ownSettings = [...startingNoProgram, '-c', 'diff.relative=false'];

/** Output of git, or undefined where it says no (no repository, no such path) or is not installed. */
function ask(folder: string, args: readonly string[], input?: string): Buffer | undefined {
  const { status, stdout } = spawnSync('git', ['-C', folder, ...ownSettings, ...args], {
    input,
    maxBuffer: largestOutput,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout : undefined;
}

const lines = (output: Buffer): string[] =>
  output
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '');

/**
 * The files below a folder that git keeps or would keep, relative to it. Undefined outside of a repository and for a
 * folder that git ignores: who names such a folder means its files.
 */
export function listFiles(folder: string): string[] | undefined {
  if (ask(folder, ['rev-parse', '--is-inside-work-tree']) === undefined) return undefined;
  if (ask(folder, ['check-ignore', '--quiet', '.']) !== undefined) return undefined;
  const output = ask(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  return output && lines(output);
}

/** The folder in which a repository begins. Throws where there is none. */
export function topFolder(folder: string): string {
  const output = ask(folder, ['rev-parse', '--show-toplevel']);
  if (!output) throw new CliError('--staged needs a git repository, and git.');
  return output.toString('utf8').replace(/\n$/, '');
}

export interface StagedFile {
  /** Relative to the top of the repository, with slashes. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** What the next commit adds or changes, as staged, whatever the work tree holds by now. */
export function readStaged(folder: string): StagedFile[] {
  const output = ask(folder, [
    'diff',
    '--cached',
    '--raw',
    '-z',
    '--no-renames',
    '--no-abbrev',
    '--diff-filter=AMT',
  ]);
  if (!output) throw new CliError('--staged needs a git repository, and git.');
  const fields = lines(output);
  const entries: { path: string; blob: string }[] = [];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    // ":100644 100755 <blob before> <blob staged> M"
    const [, mode = '', , blob = ''] = (fields[i] ?? '').split(' ');
    if (mode.startsWith('100')) entries.push({ path: fields[i + 1] ?? '', blob });
  }
  const bodies = readBlobs(
    folder,
    entries.map(({ blob }) => blob),
  );
  return entries.map(({ path }, index) => ({ path, bytes: bodies[index] ?? Buffer.alloc(0) }));
}

/** Each answer of `cat-file --batch` is `<blob> blob <size>`, a line end, the bytes, a line end. */
function readBlobs(folder: string, blobs: readonly string[]): Buffer[] {
  if (blobs.length === 0) return [];
  const output = ask(folder, ['cat-file', '--batch'], `${blobs.join('\n')}\n`);
  if (!output) throw new CliError('git could not read what is staged.');
  const bodies: Buffer[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(10, at);
    const [, kind, size = ''] = output.subarray(at, end).toString('latin1').split(' ');
    if (kind !== 'blob') throw new CliError('git could not read what is staged.');
    const from = end + 1;
    bodies.push(output.subarray(from, from + Number(size)));
    at = from + Number(size) + 1;
  }
  return bodies;
}
