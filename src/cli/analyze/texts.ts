import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  readdirSync,
  realpathSync,
} from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { noFollow, noWait } from '../../node/files/openFile.ts';
import { isMissing, systemCodeOf } from '../../node/systemError.ts';
import { allDecodings, decodeText, largestText } from './textEncoding.ts';
import { changedFiles, unpushedRevisions } from '../../node/process/repository.ts';
import {
  type CommittedFile,
  largestCommitted,
  listCommits,
  listFiles,
  readBatches,
  readStaged,
  topFolder,
} from './git.ts';

export interface ScannedText {
  /** The path as the user would write it, relative to the working directory. */
  readonly file: string;
  /** Real path; '' for standard input. */
  readonly path: string;
  readonly text: string;
  /** The commit that has the file in this form; undefined for a file on disk. */
  readonly commit?: string | undefined;
}

export type ReportSkipped = (file: string, why: string) => void;

/**
 * Yields the texts of files and of everything below folders, in the order given. A named link is followed; links below
 * folders are not. Binary files below folders are left out without a message; a named one gives several texts.
 */
export async function* textsOf(
  paths: readonly string[],
  cwd: string,
  skip: ReportSkipped,
): AsyncGenerator<ScannedText> {
  for (const given of paths) {
    let path: string;
    let isFolder: boolean;
    try {
      path = realpathSync.native(resolve(cwd, given));
      isFolder = lstatSync(path).isDirectory();
    } catch (error) {
      skip(given, isMissing(error) ? 'the file does not exist' : reasonOf(error));
      continue;
    }
    if (!isFolder) yield* scannedText(given, path, skip, true);
    else
      for (const below of (await listFiles(path)) ?? walk(path, ''))
        yield* scannedText(join(given, below), join(path, below), skip);
  }
}

/** @param isNamed The user named this very file: it is read in whatever way it can be, or skipped with a reason. */
function* scannedText(
  file: string,
  path: string,
  skip: ReportSkipped,
  isNamed = false,
): Generator<ScannedText> {
  let texts: readonly string[];
  try {
    const bytes = readRegularFile(path);
    if (typeof bytes === 'string') {
      if (isNamed || bytes !== notRegular) skip(file, bytes);
      return;
    }
    const text = decodeText(bytes);
    texts = text !== undefined ? [text] : isNamed ? allDecodings(bytes) : [];
  } catch (error) {
    // The file was deleted after git listed it, or it is a link, whose target is scanned at its own path.
    if (!['ENOENT', 'ELOOP'].includes(systemCodeOf(error))) skip(file, reasonOf(error));
    return;
  }
  for (const text of texts) yield { file, path, text };
}

const notRegular = 'it is not a regular file';

/** Holds the file that is read. A buffer for each file would take a tenth of a scan. */
let shared: Buffer | undefined;

/** Returns the bytes of a file, which are valid until the next call, or the reason why it is not scanned. */
function readRegularFile(path: string): Buffer | string {
  if (noFollow === 0 && !lstatSync(path).isFile()) return notRegular;
  const descriptor = openSync(path, constants.O_RDONLY | noFollow | noWait);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return notRegular;
    if (stats.size > largestText) return tooLarge(largestText);
    shared ??= Buffer.allocUnsafeSlow(largestText);
    let length = 0;
    // A file whose size is 0 may still have content, as below /proc.
    const expected = stats.size || largestText;
    for (let read = -1; read !== 0 && length < expected; length += read)
      read = readSync(descriptor, shared, length, expected - length, null);
    return shared.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

const tooLarge = (limit: number): string => `larger than ${limit / 1024 / 1024} MiB`;

const reasonOf = (error: unknown): string => `cannot be read (${systemCodeOf(error) || 'unknown error'})`;

/** Yields paths relative to `folder`, without `.git`. `prefix` is '' or a folder below with a separator at its end. */
function* walk(folder: string, prefix: string): Generator<string> {
  const entries = readdirSync(join(folder, prefix), { withFileTypes: true });
  for (const entry of entries) {
    const path = prefix + entry.name;
    if (entry.isDirectory()) {
      if (entry.name !== '.git') yield* walk(folder, path + sep);
    } else if (entry.isFile()) yield path;
  }
}

export async function* stagedTexts(cwd: string, skip: ReportSkipped): AsyncGenerator<ScannedText> {
  const top = await topFolder(cwd, '--staged');
  for await (const file of readStaged(cwd)) yield* committedText(file, { cwd, top }, skip);
}

/**
 * Yields the texts of the files that commits add or change. Equal contents of a file are yielded once.
 *
 * @param option The option that names the commits, for the message outside of a repository.
 */
export async function* committedTexts(
  cwd: string,
  commits: readonly string[],
  option: string,
  skip: ReportSkipped,
): AsyncGenerator<ScannedText> {
  const top = await topFolder(cwd, option);
  for await (const { files } of readBatches(cwd, commits))
    for await (const committed of files) yield* committedText(committed, { cwd, top }, skip);
}

export async function* unpushedTexts(cwd: string, skip: ReportSkipped): AsyncGenerator<ScannedText> {
  await topFolder(cwd, '--unpushed');
  for (const file of await changedFiles(cwd)) yield* scannedText(file, join(cwd, file), skip);
  const revisions = await unpushedRevisions(cwd);
  const commits = revisions ? await listCommits(cwd, revisions) : [];
  yield* committedTexts(cwd, commits, '--unpushed', skip);
}

export function* committedText(
  { path, bytes, commit }: CommittedFile,
  { cwd, top }: { readonly cwd: string; readonly top: string },
  skip: ReportSkipped,
): Generator<ScannedText> {
  const file = relative(cwd, join(top, path));
  if (bytes === undefined) skip(file, tooLarge(largestCommitted));
  const text = bytes && decodeText(bytes);
  if (text !== undefined) yield { file, path: join(top, path), text, commit };
}
