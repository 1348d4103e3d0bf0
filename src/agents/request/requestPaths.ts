import { isAbsolute, resolve } from 'node:path';
import { BadInput } from '../protocol.ts';

/** The maximum length of a path, in characters. */
const maxPath = 4_096;

/** Turns the paths of a request into absolute ones. */
export class RequestPaths {
  /** The absolute folder to which paths are relative, if the request has one. */
  readonly base: string | undefined;
  readonly #home: string;

  /** @param base The folder as the agent names it; a relative one is not used. */
  constructor(base: string | undefined, home = '') {
    this.base = base !== undefined && isAbsolute(base) ? base : undefined;
    this.#home = home;
  }

  /** @throws {BadInput} for a relative path without a base folder. */
  absolute(path: string): string {
    if (isAbsolute(path)) return path;
    if (this.base === undefined) throw new BadInput('a relative path without a base folder');
    return resolve(this.base, path);
  }

  /** Returns the texts that a tool might take for the path of a file, as absolute paths. */
  candidates(texts: readonly string[]): string[] {
    return texts
      .filter((path) => path !== '' && path.length <= maxPath && !path.includes('\0'))
      .flatMap((path) => {
        const plain = path.startsWith('file://') ? pathOfUrl(path) : path.replace(/^~(?=[/\\])/, this.#home);
        if (isAbsolute(plain)) return [plain];
        return this.base === undefined ? [] : [resolve(this.base, plain)];
      });
  }
}

/** `fileURLToPath` is not used, because loading it takes all the time that a hook has to spare. */
function pathOfUrl(url: string): string {
  try {
    return decodeURIComponent(url.replace(/^file:\/\/[^/]*/, ''));
  } catch {
    // The decoder's message has no more information.
    throw new BadInput('a file address is malformed');
  }
}
