import { posix, win32 } from 'node:path';
import type { Fields } from '../../core/fields.ts';
import { BadInput, type QuestionContext } from '../protocol.ts';
import { listField } from './requestFields.ts';

const maxPath = 4_096;

interface RequestPathsOptions {
  /** The folder to which the request's paths are relative, as the agent names it. */
  readonly base?: string | undefined;
  readonly home?: string | undefined;
  /** The open folders, as the agent names them. A tool may also look in them for a relative path. */
  readonly roots?: readonly string[];
  readonly platform?: NodeJS.Platform | undefined;
}

/** Turns the paths of a request into absolute ones of the platform. Every path of a request goes through `native`. */
export class RequestPaths {
  /** The absolute folder to which paths are relative, if the request has one. */
  readonly base: string | undefined;
  /** The open folders, in the form of the platform, each once. */
  readonly roots: readonly string[];
  readonly #home: string;
  readonly #path: typeof posix;

  /** @throws {BadInput} for folders that are not absolute: files below them could not be found. */
  constructor({ base, home = '', roots = [], platform }: RequestPathsOptions) {
    this.#path = platform === 'win32' ? win32 : posix;
    this.#home = home;
    const named = roots.filter((root) => root !== '').map((root) => this.native(root));
    if (named.length > 0 && !named.some((root) => this.isAbsolute(root)))
      throw new BadInput('no open folder has an absolute path');
    const folder = base === undefined || base === '' ? undefined : this.native(base);
    if (folder !== undefined && !this.isAbsolute(folder)) throw new BadInput('cwd is not an absolute path');
    const first = folder ?? named[0];
    this.base = first !== undefined && this.isAbsolute(first) ? first : undefined;
    this.roots = [...new Set([...named, ...(folder === undefined ? [] : [folder])])];
  }

  /** The folders in which a tool may look for a relative path. */
  get folders(): readonly string[] {
    return [
      ...new Set([
        ...(this.base === undefined ? [] : [this.base]),
        ...this.roots.filter((root) => this.isAbsolute(root)),
      ]),
    ];
  }

  /** As `folders`, with every folder above them. */
  get foldersAndAbove(): readonly string[] {
    const all = new Set<string>();
    for (const open of this.folders)
      for (let folder = open; !all.has(folder); folder = this.folderOf(folder)) all.add(folder);
    return [...all];
  }

  folderOf(path: string): string {
    return this.#path.dirname(path);
  }

  /** Returns a path as the platform has it. Agents on Windows also send `/c:/x`, `/c%3A/x`, `/c/x`, `/cygdrive/c/x`. */
  native(path: string): string {
    if (this.#path === posix) return path;
    const named = path.replace(
      /^[\\/](?:([a-z])(?::|%3a)|(?:cygdrive[\\/])?([a-z]))(?:[\\/]|$)/i,
      (_, address: string | undefined, shell: string | undefined) => `${address ?? shell ?? ''}:\\`,
    );
    return /^[a-z]:[\\/]/i.test(named) ? win32.resolve(named) : named;
  }

  isAbsolute(path: string): boolean {
    return this.#path.isAbsolute(path);
  }

  /** @throws {BadInput} for a relative path without a base folder. */
  absolute(given: string): string {
    const path = this.native(given);
    if (this.base !== undefined) return this.#below(this.base, path);
    if (!this.isAbsolute(path)) throw new BadInput('a relative path without a base folder');
    return path;
  }

  /** Returns the path below a folder; on Windows, a path without a drive begins at the root of the folder's drive. */
  #below(folder: string, path: string): string {
    const hasRoot =
      this.#path === posix ? path.startsWith('/') : /^(?:[a-z]:)?[\\/]{2}|^[a-z]:[\\/]/i.test(path);
    return hasRoot ? path : this.#path.resolve(folder, path);
  }

  isInside(folder: string, path: string): boolean {
    const way = this.#path.relative(folder, path);
    return way !== '..' && !way.startsWith(`..${this.#path.sep}`) && !this.isAbsolute(way);
  }

  /** Returns the path of a name in a folder that itself may be relative. */
  joined(folder: string, name: string): string {
    return this.#path.join(folder, name);
  }

  /** Returns the texts that a tool might take for the path of a file, as absolute paths. */
  candidates(texts: readonly string[]): string[] {
    const { folders } = this;
    return (
      texts
        // A program written in C reads a name up to its first NUL.
        .flatMap((text) => (text.includes('\0') ? text.split('\0') : [text]))
        .map((path) => (path.length > maxPath ? this.#path.normalize(path) : path))
        .filter((path) => path !== '' && path.length <= maxPath)
        .flatMap((path) =>
          /^file:/i.test(path) ? this.#pathsOfUrl(path) : [path.replace(/^~(?=[/\\])/, this.#home)],
        )
        .map((path) => this.native(path))
        .flatMap((path) => {
          const found = folders.map((folder) => this.#below(folder, path));
          return found.length > 0 || !this.isAbsolute(path) ? [...new Set(found)] : [path];
        })
    );
  }

  /**
   * Returns the paths that a program may take from the address of a file: with and without a query, and with the drive of
   * Windows first. `fileURLToPath` is not used, because loading it takes all the time that a hook has to spare.
   */
  #pathsOfUrl(url: string): string[] {
    // Some programs write `file://` before `C:\a`, so that the drive stands where a host would.
    const afterHost =
      this.#path === win32 ? /^file:(?:\/\/(?![a-z](?::|%3a))[^/]*|\/\/)?/i : /^file:(?:\/\/[^/]*)?/i;
    const path = url.replace(afterHost, '');
    try {
      const paths = [path, path.replace(/[?#].*$/s, '')].map((text) => decodeURIComponent(text));
      return [...new Set([...paths, ...paths.map((text) => text.replace(/^\/(?=[a-z]:)/i, ''))])];
    } catch {
      // The decoder's message has no more information.
      throw new BadInput('a file address is malformed');
    }
  }
}

/**
 * Returns the paths of a request in the form of Claude Code, with `workspace_roots`.
 *
 * @throws {BadInput} for folders that are not absolute, or not texts.
 */
export function pathsOf(request: Fields, { folder, home, platform }: QuestionContext): RequestPaths {
  const base = folderField(request);
  return new RequestPaths({
    base,
    home,
    roots: [...listField(request, 'workspace_roots'), folder ?? ''],
    platform,
  });
}

/** Returns the folder that a request names as its own, as the agent sends it. */
function folderField({ cwd }: Fields): string | undefined {
  if (cwd !== undefined && cwd !== null && typeof cwd !== 'string')
    throw new BadInput('cwd is not an absolute path');
  return cwd ?? undefined;
}
