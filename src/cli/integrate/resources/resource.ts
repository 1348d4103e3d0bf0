import { readFile } from 'node:fs/promises';
import { CliError } from '../../exitCodes.ts';

export type Status = 'CONFIGURED' | 'CONFIGURED / INVALID CONFIG' | 'NOT CONFIGURED';

/** @param isSound Whether the part has the content that this version writes. */
export function statusFor(isThere: boolean, isSound: boolean): Status {
  if (!isThere) return 'NOT CONFIGURED';
  return isSound ? 'CONFIGURED' : 'CONFIGURED / INVALID CONFIG';
}

/** A file, or entries in one, that `integrate` writes. The methods are pure; undefined stands for "no file". */
export interface Resource {
  readonly path: string;
  /** The project that contains the file, see `FileChange`. Undefined for a file of the user. */
  readonly within: string | undefined;
  /** The names of hooks or of a server inside the file. Empty when the resource is the whole file. */
  readonly parts: readonly string[];
  /** Whether several components need the file, so that it does not show which of them is present. */
  readonly isShared?: boolean;
  install(current: Uint8Array | undefined): Uint8Array | undefined;
  /** @param isOurFile Whether this program created the file, which is then deleted when nothing else is in it. */
  remove(current: Uint8Array | undefined, isOurFile: boolean): Uint8Array | undefined;
  /** Returns the status of each part, or of the file itself under the name ''. */
  inspect(current: Uint8Array | undefined): readonly PartStatus[];
}

export interface PartStatus {
  readonly part: string;
  readonly status: Status;
  /** The file, the line and the problem, when the status alone does not explain them. */
  readonly reason?: string;
}

export function ownFile(path: string, content: string | Uint8Array, within?: string): Resource {
  const bytes = Buffer.from(content);
  return {
    path,
    within,
    parts: [],
    install: () => bytes,
    remove: () => undefined,
    inspect(current) {
      const isSound = current !== undefined && bytes.equals(current);
      return [{ part: '', status: statusFor(current !== undefined, isSound) }];
    },
  };
}

/** Returns a file of an earlier version. Installing deletes it; neither removal nor repair restores it. */
export function obsoleteFile(path: string, within: string): Resource {
  return {
    path,
    within,
    parts: [],
    install: () => undefined,
    remove: (current) => current,
    inspect: () => [],
  };
}

/** Reads a bundle of the running program, which an installation copies. */
export async function readBundle(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new CliError(`${path} is missing, so no hooks can be installed.`, {
      fix: 'Reinstall service-cli.',
      cause,
    });
  }
}
