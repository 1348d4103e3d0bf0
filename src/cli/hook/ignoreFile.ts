import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { missingLines, patternOf } from '../../agents/ignoreEntries.ts';
import { maxOwnBytes, readAtMost } from '../../node/files/openFile.ts';
import { openInside, partsInside } from '../../node/files/realPath.ts';

/**
 * Adds a file to the ignore list of the workspace root that contains it. For a file that a link leads to, the list gets
 * both names.
 *
 * @param name File name of the list, which lies at the top of the root. A list that is a link or not a regular file is
 *   left alone: it comes with the repository, and may lead to a file that the user's shell or git runs.
 * @param path The file to hide, absolute.
 * @param roots The open folders.
 * @returns Whether the list hides the file now.
 */
export function appendToIgnoreFile(name: string, path: string, roots: readonly string[]): boolean {
  try {
    const real = realpathSync.native(path);
    // `named` keeps the last name as given, in the real path of its folder.
    const named = join(realpathSync.native(dirname(path)), basename(path));
    const root = innermostRoot(roots, [named, real]);
    if (root === undefined) return false;
    const inside = [named, real]
      .map((file) => partsInside(root, file)?.join('/'))
      .filter((file) => file !== undefined);
    // A name that is not UTF-8 was decoded with replacement characters, so that no line would match it.
    if (inside.some((file) => file.includes('\uFFFD'))) return false;
    return append(root, name, inside.map(patternOf));
  } catch {
    // The disk may be read-only or full, or a link broken. The read is refused anyway, and the answer says that the
    // list is unchanged.
    return false;
  }
}

function innermostRoot(roots: readonly string[], files: readonly string[]): string | undefined {
  const real = roots.filter((root) => isAbsolute(root)).flatMap((root) => realPathIfAny(root) ?? []);
  const holding = real.filter((root) => files.some((file) => partsInside(root, file) !== undefined));
  return holding.sort((a, b) => b.length - a.length)[0];
}

function realPathIfAny(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    // A root that does not exist or cannot be read contains no file of the request.
    return undefined;
  }
}

function append(root: string, name: string, patterns: readonly string[]): boolean {
  // Two hooks run on one read; without a lock both would find the line missing and add it.
  const unlock = lock(join(root, '.service-guard.lock'));
  try {
    // The file is opened for appending, so that lines that another program adds at the same time are kept.
    const { O_RDWR, O_APPEND, O_CREAT } = constants;
    const file = openInside(root, name, O_RDWR | O_APPEND | O_CREAT);
    try {
      // A second hard link of the file may also lead to a file outside of the root.
      if (fstatSync(file).nlink > 1) return false;
      const current = readAtMost(file, maxOwnBytes);
      if (current === undefined) return false;
      const lines = Buffer.from(missingLines(current.toString('utf8'), patterns));
      if (lines.length > 0 && writeSync(file, lines) !== lines.length) return false;
    } finally {
      closeSync(file);
    }
    return true;
  } finally {
    unlock();
  }
}

const lockWaitMs = 1_000;
const staleMs = 5_000;

/**
 * Returns the function that releases the lock. After one second without the lock the caller goes on without it: at
 * worst the list then has the same line twice.
 */
function lock(path: string): () => void {
  const end = Date.now() + lockWaitMs;
  do {
    try {
      closeSync(openSync(path, 'wx'));
      return () => {
        rmSync(path, { force: true });
      };
    } catch {
      // Another hook holds the lock, or the folder cannot be written; in the second case the append reports the error.
      const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > staleMs) rmSync(path, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  } while (Date.now() < end);
  return () => undefined;
}
