import type { FindSecret } from './protocol.ts';
import type { Facts, GitRead } from './shell/facts.ts';
import type { TimeLimit } from './timeLimit.ts';

/** The side effects that the check of commands and searches needs. When one of them throws, the event is denied. */
export interface CommandPorts {
  readonly findSecret: FindSecret;
  /** Returns what a program would print of a file, as text; undefined for anything but a file that can be read. */
  readonly readAny: (path: string) => string | undefined;
  /** Returns the files that match a pattern of the shell, absolute. */
  readonly glob: (folder: string, pattern: string, matchesDots: boolean) => readonly string[];
  /**
   * Returns the files at or below a path, those first whose names suggest secrets, up to a limit.
   *
   * @throws {TooComplex} beyond the limit, when the command prints whole files.
   */
  readonly list: (
    path: string,
    options: { readonly globs: readonly string[]; readonly skipsHidden: boolean; readonly isWhole?: boolean },
  ) => readonly string[];
  /** Whether a path is a folder, or a link to one. */
  readonly isFolder: (path: string) => boolean;
  /** Returns what git prints, undefined when it fails. Rejects when git exceeds a limit or cannot be run safely. */
  readonly git: (read: GitRead, folder: string) => Promise<string | undefined>;
  /** Returns why a command line is denied because it would weaken the hooks, or undefined. */
  readonly whyRefused: (command: string, facts: Facts, folders: readonly string[]) => string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly time: TimeLimit;
}
