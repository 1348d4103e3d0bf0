import { closeSync, fstatSync, readSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { rootOf, isLikely } from '../../../agents/commandPaths.ts';
import { TooComplex } from '../../../agents/shell/syntax/commandLine.ts';
import { expandBraces, globMatcher, isGlob, unescaped } from '../../../agents/shell/syntax/glob.ts';
import type { TimeLimit } from '../../../agents/timeLimit.ts';
import { folderEntries } from '../../../node/files/folderEntries.ts';
import { openToRead, readAtMost } from '../../../node/files/openFile.ts';
import { isUnreadable } from '../../../node/systemError.ts';
import { decodeFileText } from '../../readText.ts';

/** Bytes that are read from the start and from the end of a larger file. */
const maxBytes = 4 * 1024 * 1024;

/**
 * Returns the text of a regular file, as a program would print it. Each byte of a file that is not text becomes one
 * character. A file larger than 8 MiB is cut to its first and last 4 MiB.
 *
 * @returns Undefined when the path is not a regular file, or the user cannot read it.
 * @throws {TooComplex} for a file whose text is longer than the size that the system names.
 * @throws the system's error for a file that the command may be able to read although this program could not.
 */
export function readAny(path: string): string | undefined {
  let file: number;
  try {
    if (!statSync(path).isFile()) return undefined;
    file = openToRead(path);
  } catch (error) {
    // A name without a file, or a file that the command could not read either.
    if (isUnreadable(error)) return undefined;
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    const bytes =
      size <= 2 * maxBytes
        ? readAtMost(file, 2 * maxBytes)
        : Buffer.concat([readAt(file, 0, maxBytes), readAt(file, size - maxBytes, maxBytes)]);
    if (bytes === undefined) throw new TooComplex('names a file whose text does not end');
    return decodeFileText(bytes) ?? bytes.toString('latin1');
  } finally {
    closeSync(file);
  }
}

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let count = 0;
  while (count < length) {
    const read = readSync(file, bytes, count, length - count, position + count);
    if (read === 0) break;
    count += read;
  }
  return bytes.subarray(0, count);
}

/** Entries of folders that one search or one pattern may have. */
const maxEntries = 20_000;
const maxFiles = 3_000;

/** Folders of generated files and dependencies; they are searched last. */
const last = /^(?:node_modules|\.git|dist|build|target|vendor|out|\.cache|coverage|\.venv|venv)$/;

interface ListOptions {
  readonly globs: readonly string[];
  readonly skipsHidden: boolean;
  /** Whether the command prints all of each file, so that none may be left out. */
  readonly isWhole?: boolean;
}

/**
 * Returns the files at or below a path, those first whose names suggest secrets, up to a limit. Links are not followed.
 *
 * @throws {TooComplex} for a command that prints more whole files. Folders of dependencies do not count: a list that a
 *   program leaves them out of cannot be told from one with them, and nearly every project has more files there.
 */
export function list(path: string, { globs, skipsHidden, isWhole = false }: ListOptions): readonly string[] {
  if (isFile(path)) return [path];
  const isWanted = nameMatcher(globs);
  const wanted: string[] = [];
  const others: string[] = [];
  const waiting = [path];
  const late: string[] = [];
  let entries = 0;
  let isOwn = true;
  while (waiting.length > 0 || late.length > 0) {
    isOwn &&= waiting.length > 0;
    const folder = waiting.shift() ?? late.shift() ?? '';
    for (const entry of folderEntries(folder)) {
      if (++entries <= maxEntries && !(skipsHidden && entry.name.startsWith('.'))) {
        const full = join(folder, entry.name);
        if (entry.isDirectory()) (last.test(entry.name) ? late : waiting).push(full);
        else if (isWanted(entry.name)) (isLikely(entry.name) ? wanted : others).push(full);
      }
      const isCut = entries > maxEntries || wanted.length + others.length > maxFiles;
      if (isCut && isOwn && isWhole) throw new TooComplex('prints more files than can be checked');
      if (entries > maxEntries) return [...wanted, ...others].slice(0, maxFiles);
    }
  }
  return [...wanted, ...others].slice(0, maxFiles);
}

/** Returns whether a name is one of those that patterns choose. A pattern that begins with `!` excludes names. */
function nameMatcher(globs: readonly string[]): (name: string) => boolean {
  const wanted = globs
    .filter((glob) => !glob.startsWith('!'))
    .flatMap(expandBraces)
    .map((glob) => globMatcher(glob.replace(/^.*\//, '') || '*', { matchesDots: true, ignoresCase: true }));
  // A later pattern may choose the name again, and one with a folder excludes files of that folder only. Excluding none
  // of them finds more than the search.
  const unwanted = globs
    .slice(globs.findLastIndex((glob) => !glob.startsWith('!')) + 1)
    .filter((glob) => !glob.includes('/'))
    .map((glob) => globMatcher(glob.slice(1), { matchesDots: true }));
  return (name) =>
    (wanted.length === 0 || wanted.some((matches) => matches(name))) &&
    !unwanted.some((matches) => matches(name));
}

function isFile(path: string): boolean {
  return statsOf(path)?.isFile() === true;
}

export function isFolder(path: string): boolean {
  return statsOf(path)?.isDirectory() === true;
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A name that no file can have, links in a circle, or a folder that the user cannot search: no program reads there.
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/**
 * Returns the files that match a pattern of the shell below a folder. `**` stands for any number of folders.
 *
 * @param time Refuses the rest when it is over before all are found.
 * @throws {TooComplex} for more files than can be checked: links may lead around in circles.
 */
export function glob(
  folder: string,
  pattern: string,
  matchesDots: boolean,
  time: TimeLimit,
): readonly string[] {
  const inTime = (files: () => readonly string[]): readonly string[] => {
    time.refuseLate();
    return files();
  };
  const root = rootOf(pattern);
  let found: readonly string[] = [root === '' ? folder : root];
  const parts = pattern
    .slice(root.length)
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  for (const [index, part] of parts.entries()) {
    if (part === '**') {
      const rest = parts.slice(index + 1).join('/');
      const globs = rest === '' ? [] : [rest];
      return found.flatMap((path) => inTime(() => list(path, { globs, skipsHidden: false, isWhole: true })));
    }
    const isLast = index === parts.length - 1;
    found = found.flatMap((path) => inTime(() => children(path, part, isLast, matchesDots)));
    if (found.length > maxEntries) throw new TooComplex('names more files than can be checked');
  }
  return found;
}

function children(folder: string, part: string, isLast: boolean, matchesDots: boolean): readonly string[] {
  if (!isGlob(part)) return [join(folder, unescaped(part))];
  const matches = globMatcher(part, { matchesDots });
  return folderEntries(folder)
    .filter((entry) => matches(entry.name) && (isLast || !entry.isFile()))
    .map((entry) => join(folder, entry.name));
}
