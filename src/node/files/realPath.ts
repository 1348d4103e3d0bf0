import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { isAbsolute, join, parse, relative, resolve, sep } from 'node:path';

/** A path that must not be used; the message names the path and the reason, never what a file holds. */
export class UnsafePath extends Error {
  override readonly name = 'UnsafePath';
}

/**
 * The real path of a file inside a folder that belongs to somebody else: a repository, a workspace.
 *
 * @param root The folder, under any name; links that lead to it are followed, because the user chose it.
 * @param path The file: absolute below `root` (or below its real path), or relative to it. It need not exist.
 * @returns The absolute path without links. The file is a regular file or absent; so may its folders be.
 * @throws {UnsafePath} for a path outside the root, a link or a non-folder on the way, and for all but a regular file.
 * @throws the system's error where the root does not exist or a folder cannot be searched.
 *
 * A repository brings links with it, and each is an attempt to have this program read or change a file of the user, or a
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
 * Opens a file that `realPathInside` accepts, without following a link that takes its place meanwhile.
 *
 * @param flags as for `fs.openSync`, numeric; with `O_CREAT` an absent file is made (not its folders).
 * @returns The descriptor; the caller closes it.
 * @throws {UnsafePath} as `realPathInside`, and where the file that was opened is not the one at the path.
 */
export function openInside(root: string, path: string, flags: number, mode = 0o644): number {
  const real = realPathInside(root, path);
  const file = openWithoutLinks(real, flags, mode);
  try {
    const opened = fstatSync(file, { bigint: true });
    if (!opened.isFile()) throw new UnsafePath(`${real} is not a regular file`);
    // A folder on the way may have been replaced by a link between the look and the opening.
    const there = realPathInside(root, path) === real ? statsOf(real) : undefined;
    const isSame = there?.dev === opened.dev && there.ino === opened.ino;
    if (!isSame) throw new UnsafePath(`${real} was replaced while it was opened`);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Larger than any text that a person writes: what comes with a repository must not fill the memory. */
const maxBytes = 10 * 1024 * 1024;

/**
 * The bytes of a file that `realPathInside` accepts, or undefined where there is none.
 *
 * @throws {UnsafePath} as `openInside`, and for a file of more than 10 MiB.
 */
export function readInside(root: string, path: string): Buffer | undefined {
  let file: number;
  try {
    file = openInside(root, path, constants.O_RDONLY);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  try {
    if (fstatSync(file).size > maxBytes)
      throw new UnsafePath(`${path} is larger than ${maxBytes / 1024 / 1024} MiB`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** More links than any person has on one path. */
const maxLinks = 40;

/**
 * The real path of a file of the user, such as a settings file in the home folder. Links are followed where they belong
 * to the user or the administrator; a link of the user has to lead to what belongs to the user. Programs that manage
 * dotfiles make such links.
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
  const waiting = partsOf(path);
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
    waiting.unshift(...partsOf(target));
  }
  if (hasOwnLink && owner !== undefined && !isOwn(owner))
    throw new UnsafePath(`${path} leads to ${current}, which belongs to another user`);
  return current;
}

/** Whether a file with this owner belongs to the user. Windows has no owner numbers: access rights protect homes there. */
export function isOwn(uid: bigint): boolean {
  return process.getuid === undefined || uid === BigInt(process.getuid());
}

/**
 * The path of a file relative to a folder, or undefined where it is not inside. Compares text only: give real paths.
 *
 * @returns The names on the way, outermost first; never empty.
 */
export function partsInside(folder: string, file: string): readonly string[] | undefined {
  const path = relative(folder, file);
  const isOutside = path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
  return isOutside ? undefined : path.split(sep);
}

function partsBelow(top: string, root: string, path: string): readonly string[] {
  const file = resolve(root, path);
  const parts = partsInside(resolve(root), file) ?? partsInside(top, file);
  if (parts === undefined) throw new UnsafePath(`${file} is outside of ${root}`);
  return parts;
}

function partsOf(path: string): string[] {
  const { root } = parse(path);
  return path.slice(root.length).split(sep).filter(Boolean);
}

/** Undefined: there is nothing of that name. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function openWithoutLinks(path: string, flags: number, mode: number): number {
  const { O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    // Non-blocking: opening a pipe must not wait for its other end. Windows knows neither flag.
    return openSync(path, flags | (process.platform === 'win32' ? 0 : O_NOFOLLOW | O_NONBLOCK), mode);
  } catch (error) {
    if (codeOf(error) === 'ELOOP') throw new UnsafePath(`${path} is a symbolic link`);
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
