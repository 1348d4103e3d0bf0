import { posix } from 'node:path';
import type { AssignmentKind } from './assignedText.ts';
import type { Field } from './expand.ts';
import type { FoundSearch, GitRead } from './reads.ts';
import { NameSources, refers } from './nameSources.ts';
import { literal, unescaped } from './syntax/glob.ts';
import { TooComplex } from './syntax/commandLine.ts';

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
  readonly names = new Map<string, { readonly isGlob: boolean }>();
  /** Names of files of which only the names of variables are printed, see `listedVariables`. */
  readonly listed = new Set<string>();
  /** Patterns of names of files whose assignments become a part of the environment. */
  readonly assigned = new Map<string, { readonly isGlob: boolean; readonly kind: AssignmentKind }>();
  /** Texts with more words than are looked for: they are searched for the names of the files that exist. */
  readonly longTexts = new Set<string>();
  /** Names of variables that the assigned files may set, and that programs print as their arguments. */
  readonly shown = new Set<string>();
  readonly sources = new NameSources();
  /** Names that refer to sources. */
  readonly referring = new Set<string>();
  /** Shell scripts that run. */
  readonly scripts = new Set<string>();
  /** Whether a shell prints the commands of scripts when it runs them, as with `bash -x`. */
  tracesScripts = false;
  /** The programs that run, each with its arguments. The programs that only start them, such as `sudo`, are left out. */
  readonly calls: (readonly Field[])[] = [];
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
  /** Whether the whole environment is printed. */
  printsEnvironment = false;
  /** Variables that are printed when the environment is. */
  environmentFilter: string | undefined;
  /** Whether `*` matches names that begin with a dot. */
  matchesDots = false;
  /** Set when the command prints secrets from a place that cannot be checked: what to do instead. */
  unchecked: string | undefined;

  /** @throws {TooComplex} for a name or a pattern that cannot be looked for. */
  addName(given: string, isGlob: boolean): void {
    const pattern = given.length > maxName ? posix.normalize(given) : given;
    if (pattern.length > maxName && isGlob) throw new TooComplex('has a long pattern of names of files');
    // No system opens a file by a name that is longer without its escapes.
    if (pattern.length > 2 * maxName || pattern === '' || this.names.has(pattern)) return;
    if (environmentOfProcess.test(pattern)) this.printsEnvironment = true;
    if (refers(pattern)) {
      this.referring.add(unescaped(pattern));
      return;
    }
    if (this.names.size >= maxNames) throw new TooComplex('names more files than can be checked');
    this.names.set(pattern, { isGlob });
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

  /** Takes the files of which only names of variables are printed for printed ones. */
  countListed(): void {
    for (const file of this.listed) this.addText(file);
    this.listed.clear();
  }

  addText(text: string): void {
    this.addName(literal(text), false);
  }
}
