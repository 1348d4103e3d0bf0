import { isAbsolute, normalize, resolve } from 'node:path';
import { BadInput } from '../protocol.ts';

/** The maximum length of a path, in characters. */
const maxPath = 4_096;

/** Turns the paths of a request into absolute ones. */
export class RequestPaths {
  /** The absolute folder to which paths are relative, if the request has one. */
  readonly base: string | undefined;
  readonly #home: string;
  readonly #roots: readonly string[];

  /**
   * @param base The folder as the agent names it; a relative one is not used.
   * @param roots The open folders. A tool may also look in them for a relative path.
   */
  constructor(base: string | undefined, home = '', roots: readonly string[] = []) {
    this.base = base !== undefined && isAbsolute(base) ? base : undefined;
    this.#home = home;
    this.#roots = roots.filter((root) => isAbsolute(root));
  }

  /** @throws {BadInput} for a relative path without a base folder. */
  absolute(path: string): string {
    if (isAbsolute(path)) return path;
    if (this.base === undefined) throw new BadInput('a relative path without a base folder');
    return resolve(this.base, path);
  }

  /** Returns the texts that a tool might take for the path of a file, as absolute paths. */
  candidates(texts: readonly string[]): string[] {
    const bases = new Set([...(this.base === undefined ? [] : [this.base]), ...this.#roots]);
    return texts
      .map((path) => (path.length > maxPath ? normalize(path) : path))
      .filter((path) => path !== '' && path.length <= maxPath && !path.includes('\0'))
      .flatMap((path) =>
        /^file:/i.test(path) ? pathsOfUrl(path) : [path.replace(/^~(?=[/\\])/, this.#home)],
      )
      .flatMap((path) => (isAbsolute(path) ? [path] : Array.from(bases, (base) => resolve(base, path))));
  }
}

/**
 * Returns the paths that a program may take from the address of a file: with and without a query, and with the drive of
 * Windows first. `fileURLToPath` is not used, because loading it takes all the time that a hook has to spare.
 */
function pathsOfUrl(url: string): string[] {
  const path = url.replace(/^file:(?:\/\/[^/]*)?/i, '');
  try {
    const paths = [path, path.replace(/[?#].*$/s, '')].map((text) => decodeURIComponent(text));
    return [...new Set([...paths, ...paths.map((text) => text.replace(/^\/(?=[a-z]:)/i, ''))])];
  } catch {
    // The decoder's message has no more information.
    throw new BadInput('a file address is malformed');
  }
}
