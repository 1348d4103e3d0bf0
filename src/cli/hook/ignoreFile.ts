import { closeSync, openSync, readFileSync, realpathSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { missingLines, patternOf } from './ignoreList.ts';

/**
 * Adds a file to the ignore list of the workspace root it lies in; true when the list hides it now. Both names of a file
 * behind a link are listed, and nothing is ever written outside the root.
 */
export function appendToIgnoreFile(name: string, path: string, roots: readonly string[]): boolean {
  try {
    const real = realpathSync(path);
    // By its own name the file lies in the real folder that holds it.
    const named = join(realpathSync(dirname(path)), path.slice(dirname(path).length).replace(/^[/\\]/, ''));
    const root = innermostRoot(roots, [named, real]);
    if (root === undefined) return false;
    const inside = [named, real]
      .map((file) => relativeInside(root, file))
      .filter((file) => file !== undefined);
    return append(ignoreFileIn(root, name), root, inside.map(patternOf));
  } catch {
    // Read-only or full disk, broken link: the read is refused anyway, and the answer says that the list is as it was.
    return false;
  }
}

function innermostRoot(roots: readonly string[], files: readonly string[]): string | undefined {
  const real = roots.filter((root) => isAbsolute(root)).flatMap((root) => realPathIfAny(root) ?? []);
  const holding = real.filter((root) => files.some((file) => relativeInside(root, file) !== undefined));
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

/** The path inside the root with `/`, or undefined for what is not inside. */
function relativeInside(root: string, file: string): string | undefined {
  const path = relative(root, file);
  if (path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
  return path.split(sep).join('/');
}

/** Where the list really is; one that a link leads out of the root is not ours to write. */
function ignoreFileIn(root: string, name: string): string {
  const path = realPathIfAny(join(root, name)) ?? join(root, name);
  if (relativeInside(root, path) === undefined) throw new Error('outside the root');
  return path;
}

function append(path: string, root: string, patterns: readonly string[]): boolean {
  // Two hooks run on one read; without a lock both would find the line missing.
  const unlock = lock(join(root, '.service-guard.lock'));
  try {
    // Opened for appending: what somebody else adds at the same time is kept.
    const file = openSync(path, 'a+', 0o644);
    try {
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
