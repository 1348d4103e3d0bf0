import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { dirname, isAbsolute, join, parse, relative, resolve, sep, basename } from 'node:path';
import { isMissing, systemCodeOf } from '../systemError.ts';
import { noFollow, noWait, readAtMost } from './openFile.ts';
import { isSameName } from './systemPath.ts';

/** The error for a path that must not be used. It names the path and the reason, never content of a file. */
export class UnsafePath extends Error {
  override readonly name = 'UnsafePath';
}

/**
 * Returns the real path of a file inside a folder whose content the user does not control, such as a repository or a
 * workspace.
 *
 * @param root The folder, under any name; links that lead to it are followed, because the user chose it.
 * @param path The file: absolute below `root` (or below its real path), or relative to it. It need not exist.
 * @returns The absolute path without links. The file is a regular file or absent; its folders may be absent too.
 * @throws {UnsafePath} for a path outside the root, a link or a non-folder on the way, and a file that is not a
 *   regular file.
 * @throws the system's error if the root does not exist or a folder cannot be searched.
 *
 * A repository can contain links. Each may be an attempt to make this program read or change a file of the user, or a
 * file inside the repository that another program runs (`.git/hooks`).
 */
export function realPathInside(root: string, path: string): string {
  const top = realpathSync.native(root);
  let current = top;
  const parts = partsBelow(top, root, path);
  for (const [index, part] of parts.entries()) {
    current = join(current, part);
    const stats = statsOf(current);
    if (stats === undefined) return join(top, ...parts);
    if (stats.isSymbolicLink()) throw new UnsafePath(`${current} is a symbolic link`);
    const isLast = index === parts.length - 1;
    if (!isLast && !stats.isDirectory()) throw new UnsafePath(`${current} is not a folder`);
    if (isLast && !stats.isFile()) throw new UnsafePath(`${current} is not a regular file`);
  }
  return current;
}

/**
 * Opens a file that `realPathInside` accepts, without following a link that replaces it meanwhile.
 *
 * @param flags as for `fs.openSync`, numeric; with `O_CREAT` an absent file is created (not its folders).
 * @returns The descriptor; the caller closes it.
 * @throws {UnsafePath} as `realPathInside`, and when the opened file is not the file at the path.
 */
export function openInside(root: string, path: string, flags: number, mode = 0o644): number {
  const real = realPathInside(root, path);
  const file = openWithoutLinks(real, flags, mode);
  try {
    const opened = fstatSync(file, { bigint: true });
    if (!opened.isFile()) throw new UnsafePath(`${real} is not a regular file`);
    // A folder on the way may have been replaced by a link between the check and the opening.
    if (!isOpenedAt(real, file, opened)) throw new UnsafePath(`${real} was replaced while it was opened`);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/**
 * Returns whether a descriptor belongs to the file at a path without links.
 *
 * Linux names the real path by which a file was opened. A second look at the path is not enough: a program that keeps
 * replacing the folder by a link and back deceived it after 1,664 tries. Other systems do not name the path to Node, so
 * the second look has to do there.
 */
function isOpenedAt(real: string, file: number, opened: BigIntStats): boolean {
  const path = openedPath(file);
  if (path !== undefined) return path === real;
  const folder = dirname(real);
  const there = isSameName(realpathSync.native(folder), folder) ? statsOf(real) : undefined;
  return there?.dev === opened.dev && there.ino === opened.ino;
}

/** Returns undefined on systems without `/proc`. */
function openedPath(file: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    // The caller then compares the file with the one at the path.
    return undefined;
  }
}

/** Larger than any text that a person writes: a file of a repository must not fill the memory. */
const mostBytes = 10 * 1024 * 1024;

/**
 * Returns the bytes of a file that `realPathInside` accepts, or undefined if the file does not exist.
 *
 * @throws {UnsafePath} as `openInside`, and for a file of more than `maxBytes`, by default 10 MiB.
 */
export function readInside(root: string, path: string, maxBytes = mostBytes): Buffer | undefined {
  let file: number;
  try {
    file = openInside(root, path, constants.O_RDONLY);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  try {
    const bytes = readAtMost(file, maxBytes);
    if (bytes === undefined) throw new UnsafePath(`${path} is larger than ${maxBytes / 1024 / 1024} MiB`);
    return bytes;
  } finally {
    closeSync(file);
  }
}

/** More links than any user has on one path. */
const maxLinks = 40;

/**
 * Returns the real path of a file of the user, such as a settings file in the home folder. Links are followed when
 * they belong to the user or the administrator; a link of the user must lead to a file or folder of the user. Programs
 * that manage dotfiles create such links.
 *
 * @param path Absolute. Neither the file nor its folders need exist.
 * @returns The absolute path without links.
 * @throws {UnsafePath} for a link of another user, a link to a file or folder of another user, and endless links.
 */
export function ownPath(path: string): string {
  let links = 0;
  let hasOwnLink = false;
  let owner: bigint | undefined;
  let current = parse(path).root;
  const waiting = segmentsOf(path);
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const next = join(current, part);
    const stats = statsOf(next);
    if (!stats?.isSymbolicLink()) {
      current = next;
      owner = stats?.uid ?? owner;
      continue;
    }
    if (!isOwn(stats.uid) && stats.uid !== 0n) throw new UnsafePath(`${next} is a link of another user`);
    if (++links > maxLinks) throw new UnsafePath(`${path} is a link that leads to itself`);
    hasOwnLink ||= isOwn(stats.uid);
    const target = resolve(current, readlinkSync(next));
    current = parse(target).root;
    waiting.unshift(...segmentsOf(target));
  }
  if (hasOwnLink && owner !== undefined && !isOwn(owner))
    throw new UnsafePath(`${path} leads to ${current}, which belongs to another user`);
  return current;
}

/** Whether a file's owner is the user. Windows has no owner numbers; access rights protect home folders there. */
export function isOwn(uid: bigint): boolean {
  return process.getuid === undefined || uid === BigInt(process.getuid());
}

/**
 * Returns the names from a folder to a file, outermost first and never empty; undefined when the file is not inside.
 * Compares text only, so the caller passes real paths.
 */
export function partsInside(folder: string, file: string): readonly string[] | undefined {
  const path = relative(folder, file);
  const isOutside = path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
  return isOutside ? undefined : path.split(sep);
}

/** Whether a path is the folder, or below it, by its name. */
export const isAtOrBelow = (folder: string, path: string): boolean =>
  folder === path || partsInside(folder, path) !== undefined;

function partsBelow(top: string, root: string, path: string): readonly string[] {
  const file = resolve(root, path);
  const parts = partsInside(resolve(root), file) ?? partsInside(top, file);
  if (parts === undefined) throw new UnsafePath(`${file} is outside of ${root}`);
  return parts;
}

function segmentsOf(path: string): string[] {
  const { root } = parse(path);
  return path.slice(root.length).split(sep).filter(Boolean);
}

function statsOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function openWithoutLinks(path: string, flags: number, mode: number): number {
  try {
    return openSync(path, flags | noFollow | noWait, mode);
  } catch (error) {
    if (systemCodeOf(error) === 'ELOOP') throw new UnsafePath(`${path} is a symbolic link`);
    throw error;
  }
}

/**
 * Returns the real path of an absolute path, which need not exist yet; undefined if that cannot be known: a link leads
 * nowhere, or a folder cannot be searched.
 */
export function realFile(path: string): string | undefined {
  try {
    if (lstatSync(path, { throwIfNoEntry: false })) return realpathSync.native(path);
  } catch {
    // The caller treats it as a file without a policy or as an unsafe folder, so nothing is allowed.
    return undefined;
  }
  const name = basename(path);
  const folder = dirname(path);
  if (folder === path || name === '..') return undefined;
  const real = realFile(folder);
  return real && join(real, name);
}

export function topFolder(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    // `start` may be a file.
    if (statsOf(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}
