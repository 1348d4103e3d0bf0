import type { SearchRequest } from '../protocol.ts';

/** A search as a command line names it: the path is a pattern, relative to the folders of the facts. */
export type FoundSearch = Omit<SearchRequest, 'question'>;

/** A run of git whose output reaches the model; `ls-files` lists files whose content does. */
export interface GitRead {
  readonly command: 'show' | 'log' | 'diff' | 'cat-file' | 'blame' | 'grep' | 'ls-files';
  readonly args: readonly string[];
  /** Relative to the folders of the facts. */
  readonly folder: string;
  /** Set when git prints names of files, whose content reaches the model. */
  readonly lists?: 'names';
  /** Whether git prints nothing when the run fails, as for a revision that may be no revision. */
  readonly isGuess?: boolean;
}
