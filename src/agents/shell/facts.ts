import { posix } from 'node:path';
import type { SearchRequest } from '../protocol.ts';
import { type Field, literal, refers, sourceMark, unescaped } from './syntax/glob.ts';
import { TooComplex } from './syntax/commandLine.ts';

/** A search as a command line names it: the path is a pattern, relative to the folders of the facts. */
export type FoundSearch = Omit<SearchRequest, 'question'>;

/** A run of git whose output reaches the model; `ls-files` lists files whose content does. */
export interface GitRead {
  readonly command: 'show' | 'log' | 'diff' | 'cat-file' | 'blame' | 'grep' | 'ls-files';
  readonly args: readonly string[];
  /** Relative to the folders of the facts. */
  readonly folder: string;
  /** Whether git prints nothing when the run fails, as for a revision that may be no revision. */
  readonly isGuess?: boolean;
}

/** How a command uses a file as assignments: a shell runs its lines (`. .env`), or takes its words (`export $(cat .env)`). */
export type AssignmentKind = 'lines' | 'words';

/** The part of a file that a command prints: names of variables, the lines of a search, or a range of lines. */
export type Shown =
  'names' | { readonly search: Omit<FoundSearch, 'path'> } | { readonly from: number; readonly to: number };

interface Named {
  readonly isGlob: boolean;
  /** Undefined for the whole file. */
  readonly shown?: Shown | undefined;
}

/** Names of files, by their patterns (see glob.ts). */
export type Names = Map<string, Named>;

const reference = new RegExp(String.raw`${sourceMark}(\d+)${sourceMark}`);

/** How a search chooses lines of a list. */
export type LineFilter = Pick<FoundSearch, 'pattern' | 'ignoresCase'> & { readonly isInverted: boolean };

/** Names of files that are known only when the folders of the command line are looked at. */
export type NameSource =
  /** The words and lines of a file. */
  | { readonly kind: 'words'; readonly file: string }
  /** The lines that git prints. */
  | { readonly kind: 'git'; readonly read: GitRead }
  /** The files in which a search finds a line. */
  | { readonly kind: 'search'; readonly search: FoundSearch }
  /** The lines of a list of names, patterns and references that a filter passes on. */
  | { readonly kind: 'filter'; readonly texts: readonly string[]; readonly filter: LineFilter };

/** The sources of one command line. A text refers to a source, so that words and variables pass it on as any text. */
class NameSources {
  readonly #numbers = new Map<string, number>();
  readonly #sources: NameSource[] = [];

  referTo(source: NameSource): string {
    const key = JSON.stringify(source);
    const number = this.#numbers.get(key) ?? this.#sources.push(source) - 1;
    this.#numbers.set(key, number);
    return `${sourceMark}${number}${sourceMark}`;
  }

  /** Returns the first source to which a text refers, and the texts before and behind the reference. */
  firstIn(
    text: string,
  ): { readonly source: NameSource; readonly before: string; readonly after: string } | undefined {
    const found = reference.exec(text);
    const source = found ? this.#sources[Number(found[1])] : undefined;
    if (!found || !source) return undefined;
    return { source, before: text.slice(0, found.index), after: text.slice(found.index + found[0].length) };
  }
}

/** Characters of a path on Linux; other systems have less. */
const maxName = 4_096;

/** More names than any command line of a person has. */
const maxNames = 4_000;

const environmentOfProcess = /(?:^|\/)proc\/[^/]+\/(?:[^/]+\/)*environ$/;

/** The files, variables and git output that a command line may print, as far as this is known without running it. */
export class Facts {
  /** Folders, relative to the one before or absolute, in which the command line looks for files. */
  readonly folders: string[] = [];
  /** Patterns of names that may be files that are printed, see glob.ts. */
  readonly names: Names = new Map();
  /** Patterns of names of files whose assignments become a part of the environment. */
  readonly assigned = new Map<string, { readonly isGlob: boolean; readonly kind: AssignmentKind }>();
  /** Texts with more words than are looked for: they are searched for the names of the files that exist. */
  readonly longTexts = new Set<string>();
  /** Names of variables that the assigned files may set, and that programs print as their arguments. */
  readonly shown = new Set<string>();
  readonly sources = new NameSources();
  /** Names that refer to sources. */
  readonly referring = new Set<string>();
  readonly scripts = new Set<string>();
  /** Whether a shell prints the commands of scripts when it runs them, as with `bash -x`. */
  tracesScripts = false;
  /** The programs that run, each with its arguments. The programs that only start them, such as `sudo`, are left out. */
  readonly calls: (readonly Field[])[] = [];
  /** Assignments of variables, also those of wrappers such as `env`, and the options of these. */
  readonly settings: Field[] = [];
  /** Files into which redirections write. */
  readonly written: Field[] = [];
  readonly searches: FoundSearch[] = [];
  readonly #gitReads = new Map<string, GitRead>();
  /** Revisions of which git may write files. */
  readonly restored = new Set<string>();
  /** Arguments of git that may be files which the command line records in the repository. */
  readonly recorded: Field[] = [];
  /** Whether files that git ignores are recorded as well. */
  recordsIgnored = false;
  /** Names of variables that are printed. */
  readonly variables = new Set<string>();
  printsEnvironment = false;
  /** Whether `*` matches names that begin with a dot. */
  matchesDots = false;
  /** Set when the command prints secrets from a place that cannot be checked: what to do instead. */
  unchecked: string | undefined;

  /** @throws {TooComplex} for a name or a pattern that cannot be looked for. */
  addName(given: string, isGlob: boolean, shown?: Shown): void {
    const pattern = given.length > maxName ? posix.normalize(given) : given;
    if (pattern.length > maxName && isGlob) throw new TooComplex('has a long pattern of names of files');
    // No system opens a file by a name that is longer without its escapes.
    if (pattern.length > 2 * maxName || pattern === '') return;
    const known = this.names.get(pattern);
    if (known) {
      // Two parts of a file count as all of it.
      if (JSON.stringify(known.shown) !== JSON.stringify(shown)) this.names.set(pattern, { isGlob });
      return;
    }
    if (environmentOfProcess.test(pattern)) this.printsEnvironment = true;
    if (refers(pattern)) {
      this.referring.add(unescaped(pattern));
      return;
    }
    if (this.names.size >= maxNames) throw new TooComplex('names more files than can be checked');
    this.names.set(pattern, { isGlob, shown });
  }

  get gitReads(): readonly GitRead[] {
    return [...this.#gitReads.values()];
  }

  addGitRead(read: GitRead): void {
    this.#gitReads.set(JSON.stringify(read), read);
  }

  /** Takes the names that were not known before as files whose words become variables. */
  keepAssigned(before: ReadonlySet<string>): void {
    for (const [pattern, { isGlob }] of this.names)
      if (!before.has(pattern)) {
        this.names.delete(pattern);
        this.assigned.set(pattern, { isGlob, kind: 'words' });
      }
  }

  /** Takes the files of which a part is printed for files that are printed as a whole. */
  showWholeFiles(): void {
    for (const [pattern, { isGlob, shown }] of this.names)
      if (shown !== undefined) this.names.set(pattern, { isGlob });
  }

  addText(text: string): void {
    this.addName(literal(text), false);
  }
}
