import { basename, dirname, relative } from 'node:path';
import { placeIn } from './commandPaths.ts';
import type { CommandPorts } from './commandPorts.ts';
import { printedLines } from './printedLines.ts';
import type { Facts, FoundSearch, GitRead, LineFilter, NameSource } from './shell/facts.ts';
import { isGlob, patternMark, unescaped } from './shell/syntax/glob.ts';
import { TooComplex } from './shell/syntax/commandLine.ts';

/** More names than a command line needs, of which each may exist in each folder. */
const maxNames = 20_000;

/** Finds the names of files that a command line takes from other files, from a search or from git. */
export class FoundNames {
  readonly #facts: Facts;
  readonly #folders: readonly string[];
  readonly #ports: CommandPorts;
  readonly #known = new Map<NameSource, ReadonlySet<string>>();

  /** @param folders The folders in which the command line looks for files, absolute. */
  constructor(facts: Facts, folders: readonly string[], ports: CommandPorts) {
    this.#facts = facts;
    this.#folders = folders;
    this.#ports = ports;
  }

  /**
   * Returns the names for which a text stands: one for each name of each source to which it refers.
   *
   * @throws {TooComplex} for more names than can be checked.
   */
  async of(text: string): Promise<readonly string[]> {
    const found = this.#facts.sources.firstIn(text);
    if (!found) return [text];
    const { source, before, after } = found;
    const names = this.#known.get(source) ?? new Set(await this.#namesOf(source));
    this.#known.set(source, names);
    const ends = await this.of(after);
    if (names.size * ends.length > maxNames) throw new TooComplex('names more files than can be checked');
    return [...names].flatMap((name) => ends.map((end) => before + name + end));
  }

  async #namesOf(source: NameSource): Promise<readonly string[]> {
    switch (source.kind) {
      case 'words':
        return this.#wordsIn(source.file);
      case 'git':
        return this.#printedByGit(source.read);
      case 'search':
        return this.#searched(source.search);
      case 'filter':
        return this.#filtered(source.texts, source.filter);
    }
  }

  #wordsIn(file: string): readonly string[] {
    return this.#folders.flatMap((folder) => {
      const text = this.#ports.readAny(placeIn(folder, file));
      return text === undefined ? [] : [...new Set(text.split(/[\s\0]+/)), ...text.split(/[\n\0]/)];
    });
  }

  async #printedByGit(read: GitRead): Promise<readonly string[]> {
    const names: string[] = [];
    for (const folder of this.#folders) {
      const text =
        (await this.#ports.git(read, placeIn(folder, read.folder))) ??
        // A revision that is not known here leaves the files that git knows.
        (await this.#ports.git({ command: 'ls-files', args: [], folder: '.' }, folder));
      names.push(...(text ?? '').split(/[\n\0]/));
    }
    return names.filter((name) => name !== '');
  }

  /** Returns the files with a line that a search finds, and their folders, which a list of folders may name. */
  #searched({ path, globs = [], skipsHidden = false, ...search }: FoundSearch): readonly string[] {
    const roots = isGlob(path)
      ? this.#globbed(path)
      : this.#folders.map((folder) => placeIn(folder, unescaped(path)));
    const hasLine = (file: string): boolean => {
      const text = this.#ports.readAny(file);
      return text !== undefined && printedLines(text, search) !== undefined;
    };
    const files = roots
      .flatMap((root) =>
        this.#ports.list(root, { globs, skipsHidden, isWhole: search.pattern === undefined }),
      )
      .filter((file) => search.pattern === undefined || hasLine(file));
    return [...new Set([...files, ...files.map((file) => dirname(file))])].flatMap((file) =>
      this.#shownAs(file).slice(0, 2),
    );
  }

  async #filtered(
    texts: readonly string[],
    { pattern, ignoresCase, isInverted }: LineFilter,
  ): Promise<readonly string[]> {
    const names: string[] = [];
    for (const text of texts)
      if (text.startsWith(patternMark))
        for (const path of this.#globbed(text.slice(1))) names.push(...this.#shownAs(path));
      else for (const line of text.split('\n')) names.push(...(await this.of(line)));
    return names.filter((name) => {
      const isFound = printedLines(name, { pattern, ignoresCase }) !== undefined;
      return pattern === undefined || isFound !== isInverted;
    });
  }

  #globbed(pattern: string, matchesDots = this.#facts.matchesDots): readonly string[] {
    return this.#folders.flatMap((folder) => this.#ports.glob(folder, pattern, matchesDots));
  }

  /** Returns the names with which programs print a file: `./a/b`, `a/b` and `b`. */
  #shownAs(path: string): readonly string[] {
    return this.#folders.flatMap((folder) => {
      const name = relative(folder, path);
      return name === '' ? ['.'] : [name, `./${name}`, basename(name)];
    });
  }
}
