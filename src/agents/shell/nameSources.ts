import type { FoundSearch, GitRead } from './reads.ts';

/** Stands before and behind the number of a source in a text: the text is a name for each name of the source. */
const sourceMark = '\uE002';

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
export class NameSources {
  readonly #numbers = new Map<string, number>();
  readonly #sources: NameSource[] = [];

  /** Returns the text that refers to a source. */
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

/** Whether a text refers to a source. */
export function refers(text: string): boolean {
  return text.includes(sourceMark);
}
