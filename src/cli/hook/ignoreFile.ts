import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { openInside, partsInside } from '../../node/files/realPath.ts';
import { missingLines, patternOf } from './ignoreList.ts';

/**
 * Adds a file to the ignore list of the workspace root it lies in. Both names of a file behind a link are listed.
 *
 * @param name File name of the list, which lies at the top of the root. A list that is a link or no regular file is left
 *   alone: it comes with the repository, and may lead to a file that the user's shell or git runs.
 * @param path The file to hide, absolute.
 * @param roots The folders that are open.
 * @returns Whether the list hides the file now.
 */
export function appendToIgnoreFile(name: string, path: string, roots: readonly string[]): boolean {
  try {
    const real = realpathSync(path);
    // By its own name the file lies in the real folder that holds it.
    const named = join(realpathSync(dirname(path)), basename(path));
    const root = innermostRoot(roots, [named, real]);
    if (root === undefined) return false;
    const inside = [named, real]
      .map((file) => partsInside(root, file)?.join('/'))
      .filter((file) => file !== undefined);
    // A name that is not UTF-8 was read with replacement characters: no line of ours would match it.
    if (inside.some((file) => file.includes('\uFFFD'))) return false;
    return append(root, name, inside.map(patternOf));
  } catch {
    // Read-only or full disk, broken link: the read is refused anyway, and the answer says that the list is as it was.
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
    return realpathSync(path);
  } catch {
    // A root that is gone or cannot be read holds no file of the request.
    return undefined;
  }
}

function append(root: string, name: string, patterns: readonly string[]): boolean {
  // Two hooks run on one read; without a lock both would find the line missing.
  const unlock = lock(join(root, '.service-guard.lock'));
  try {
    // Opened for appending: what somebody else adds at the same time is kept.
    const { O_RDWR, O_APPEND, O_CREAT } = constants;
    const file = openInside(root, name, O_RDWR | O_APPEND | O_CREAT);
    try {
      // A second name of the file is a link too.
      if (fstatSync(file).nlink > 1) return false;
      const lines = Buffer.from(missingLines(readFileSync(file, 'utf8'), patterns));
      if (lines.length > 0 && writeSync(file, lines) !== lines.length) return false;
    } finally {
      closeSync(file);
    }
    return true;
  } finally {
    unlock();
  }
}

const patienceMs = 1_000;
const staleMs = 5_000;

/** At worst a line stands there twice: a lock that cannot be had in a second is done without. */
function lock(path: string): () => void {
  const end = Date.now() + patienceMs;
  do {
    try {
      closeSync(openSync(path, 'wx'));
      return () => {
        rmSync(path, { force: true });
      };
    } catch {
      // Held by another hook, or the folder cannot be written: in the second case the append reports it.
      const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > staleMs) rmSync(path, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  } while (Date.now() < end);
  return () => undefined;
}
