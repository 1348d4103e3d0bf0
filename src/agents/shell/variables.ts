import { TooComplex } from './syntax/commandLine.ts';
import { decodeEscapes } from './syntax/escapes.ts';
import { fieldEnd, globMatcher, isGlob, unescaped } from './syntax/glob.ts';

/** Values of one variable beyond which only those with a new word count, as `args="$args -x"` has none. */
const maxValues = 64;

/** More values in a list than any person writes. */
const maxListed = 1_000;

/** More values than the variables of any command line bring into its words. */
const maxExpanded = 200_000;

/** Characters of a value of which each part is considered, and in which any pattern is replaced. */
const maxParts = 64;

/** Characters of a pattern and of the part of a value that it is compared with. */
const maxPattern = 256;

/** Takes the texts of which a variable may become a part that is not known (`Facts`). */
interface UnknownTexts {
  readonly longTexts: Set<string>;
}

/** The values that each variable may have at any time of a command line. */
export class Variables {
  readonly #environment: Readonly<Record<string, string | undefined>>;
  readonly #assigned = new Map<string, Set<string>>();
  readonly #references = new Set<string>();
  readonly #unknown: UnknownTexts;
  /** The characters that the command line assigns to `IFS`. */
  #separators = '';
  #expanded = 0;

  constructor(environment: Readonly<Record<string, string | undefined>>, unknown: UnknownTexts) {
    this.#environment = environment;
    this.#unknown = unknown;
  }

  /** @throws {TooComplex} for more values than can be followed. */
  assign(name: string, values: readonly string[]): void {
    if (name === 'IFS')
      for (const char of values.join('').replaceAll(/\s/g, ''))
        if (!this.#separators.includes(char)) this.#separators += char;
    const known = this.#assigned.get(name) ?? new Set();
    this.#assigned.set(name, known);
    const words = known.size + values.length <= maxValues ? undefined : new Set([...known].flatMap(wordsOf));
    for (const value of values) {
      const inValue = wordsOf(value);
      const isRepeated = inValue.length > 1 && inValue.every((word) => words?.has(word));
      if (words && known.size >= maxValues && isRepeated) continue;
      known.add(value);
      if (words) for (const word of inValue) words.add(word);
    }
    if (known.size > maxListed) throw new TooComplex('names more than can be checked');
  }

  /**
   * Assigns the values of a list that the command line contains.
   *
   * @throws {TooComplex} for a list that is too long.
   */
  assignList(name: string, values: readonly string[]): void {
    if (values.length > maxListed) throw new TooComplex('names more than can be checked');
    const known = this.#assigned.get(name) ?? new Set();
    this.#assigned.set(name, known);
    for (const value of values) known.add(value);
  }

  /** Assigns each value of a variable with a text behind it, as `+=` does. */
  append(name: string, end: string): void {
    // Only values that can become names of files: a list of options would double with each option.
    const values = [...(this.#assigned.get(name) ?? [])].filter((value) => !/\s/.test(value));
    if (/^\s/.test(end)) return;
    this.assign(
      name,
      values.slice(0, maxValues).map((value) => value + end),
    );
  }

  /**
   * Returns a value as an unquoted expansion brings it into a word: with marks in place of its blanks and, in a second text,
   * of the characters in `IFS`.
   */
  split(value: string): readonly string[] {
    const plain = value.replaceAll(/[ \t\n]+/g, fieldEnd);
    const own = this.#separators === '' ? plain : splitAt(plain, fieldEnd + this.#separators);
    return own === plain ? [plain] : [own, plain];
  }

  /** Returns texts, and their words: each may become the value of a variable. */
  withWords(texts: readonly string[]): readonly string[] {
    const own = texts.flatMap((text) => this.split(text)).flatMap((text) => text.split(fieldEnd));
    return [...new Set([...texts, ...texts.flatMap(wordsOf), ...own])];
  }

  /** Takes the values of a variable for names of others, as after `declare -n`. */
  refer(name: string): void {
    this.#references.add(name);
  }

  /** Returns undefined for a variable that neither the command line nor the environment defines. */
  valuesOf(name: string): readonly string[] | undefined {
    const values = this.#directValuesOf(name);
    this.#expanded += values?.length ?? 0;
    if (this.#expanded > maxExpanded) throw new TooComplex('names more than can be checked');
    return this.#references.has(name)
      ? values?.flatMap((target) => this.#directValuesOf(target) ?? [])
      : values;
  }

  #directValuesOf(name: string): readonly string[] | undefined {
    if (name === 'IFS') return [' '];
    const assigned = this.#assigned.get(name);
    const inherited = Object.hasOwn(this.#environment, name) ? this.#environment[name] : undefined;
    // The folder of the start, or the one to which the command line changes.
    if (name === 'PWD') return ['.', inherited ?? []].flat();
    if (!assigned) return inherited === undefined ? undefined : [inherited];
    return inherited === undefined ? [...assigned] : [...assigned, inherited];
  }

  /** Returns the values that the command line itself gives to a variable. */
  assignedTo(name: string): readonly string[] {
    return [...(this.#assigned.get(name) ?? [])];
  }

  isAssigned(name: string): boolean {
    return this.#assigned.has(name);
  }

  /** Returns the values of `${name…}`; `rest` is the pattern after the name. */
  expand(name: string, rest: string): readonly string[] | undefined {
    if (name.startsWith('#')) return undefined;
    if (name.startsWith('!'))
      return this.valuesOf(name.slice(1))?.flatMap(
        (target) => this.valuesOf(target.replace(/\[.*$/s, '')) ?? [],
      );
    const values = this.valuesOf(name);
    const fallback = /^:?[-=]/.exec(rest)?.[0];
    if (fallback !== undefined) {
      const value = unescaped(rest.slice(fallback.length));
      if (fallback.endsWith('=')) this.assign(name, [value]);
      return [...(values ?? []), value];
    }
    const instead = /^:?\+/.exec(rest)?.[0];
    if (instead !== undefined) return [unescaped(rest.slice(instead.length))];
    return values?.flatMap((value) => {
      const parts = modified(value, rest);
      if (parts === undefined) this.#unknown.longTexts.add(value);
      return parts ?? [];
    });
  }
}

/** Returns a text with a mark in place of each run of some characters. */
function splitAt(text: string, characters: string): string {
  let result = '';
  for (const char of text)
    if (!characters.includes(char)) result += char;
    else if (!result.endsWith(fieldEnd)) result += fieldEnd;
  return result;
}

/** Returns the words of a value, which an unquoted expansion or a program takes one by one. */
function wordsOf(value: string): readonly string[] {
  return value.split(/[\s,:;]+/);
}

/**
 * Returns what `${name…}` makes of a value; undefined for an unknown part of a long value.
 *
 * @throws {TooComplex} for a value with a replacement that would take long to find.
 */
function modified(value: string, rest: string): string | readonly string[] | undefined {
  const [, operator = '', pattern = ''] = /^(##?|%%?|\/\/?|:|\^\^?|,,?|@)([\s\S]*)$/.exec(rest) ?? [];
  switch (operator) {
    case '#':
    case '##':
      return withoutStart(value, pattern, operator === '##');
    case '%':
    case '%%':
      return withoutEnd(value, pattern, operator === '%%');
    case '/':
    case '//': {
      const [glob = ''] = pattern.split('/', 1);
      const [from = '', to = ''] = pattern.split('/', 2).map(unescaped);
      if (isGlob(glob)) return replaced(value, glob, to, operator === '//');
      return from === ''
        ? value
        : operator === '/'
          ? value.replace(from, () => to)
          : value.replaceAll(from, () => to);
    }
    case ':': {
      const [start = 0, length] = pattern.split(':', 2).map(Number);
      // The numbers may be calculated.
      if (/[^\d\s:-]/.test(pattern)) return value.length > maxParts ? undefined : partsOf(value);
      const cut = value.slice(start);
      return length === undefined ? cut : cut.slice(0, length);
    }
    case '^':
      return value.slice(0, 1).toUpperCase() + value.slice(1);
    case '^^':
      return value.toUpperCase();
    case ',':
      return value.slice(0, 1).toLowerCase() + value.slice(1);
    case ',,':
      return value.toLowerCase();
    case '@':
      return [decodeEscapes(value), value.toLowerCase(), value.toUpperCase()];
    default:
      return value;
  }
}

/** Replaces the first or each longest part of a text that matches a pattern. */
function replaced(value: string, pattern: string, to: string, isEach: boolean): string {
  const isOneCharacter = /^(?:\?|\[[^\]]*\])$/.test(pattern);
  if (value.length > maxParts && !isOneCharacter)
    throw new TooComplex('replaces a pattern in a long variable');
  const longest = isOneCharacter ? 1 : value.length;
  const matches = globMatcher(pattern, { matchesDots: true });
  let result = '';
  for (let at = 0; at < value.length;) {
    let end = Math.min(value.length, at + longest);
    while (end > at && !matches(value.slice(at, end))) end--;
    const isFound = end > at;
    result += isFound ? to : (value[at] ?? '');
    at = isFound ? end : at + 1;
    if (isFound && !isEach) return result + value.slice(at);
  }
  return result;
}

/** Returns the ends of a text, and its beginnings. */
function partsOf(value: string): readonly string[] {
  const ends = Array.from(value, (_, at) => value.slice(at));
  return [...ends, ...Array.from(value, (_, at) => value.slice(0, at))];
}

/** Returns undefined where a pattern would be compared with too many beginnings of the value. */
function withoutStart(value: string, pattern: string, isLongest: boolean): string | undefined {
  const plain = unescaped(pattern.replace(/^\*/, ''));
  if (!isGlob(pattern.replace(/^\*/, ''))) {
    if (!pattern.startsWith('*')) return value.startsWith(plain) ? value.slice(plain.length) : value;
    const at = isLongest ? value.lastIndexOf(plain) : value.indexOf(plain);
    return at < 0 ? value : value.slice(at + plain.length);
  }
  if (value.length > maxPattern || pattern.length > maxPattern) return undefined;
  const matches = globMatcher(pattern, { matchesDots: true });
  const ends = Array.from({ length: value.length + 1 }, (_, end) => end);
  const end = (isLongest ? ends.reverse() : ends).find((index) => matches(value.slice(0, index)));
  return end === undefined ? value : value.slice(end);
}

/** As `withoutStart`, at the end. */
function withoutEnd(value: string, pattern: string, isLongest: boolean): string | undefined {
  const [start, ...others] = pattern.split(/(?<!\\)\*$/);
  const plain = unescaped(start ?? '');
  if (!isGlob(start ?? '')) {
    if (others.length === 0)
      return value.endsWith(plain) ? value.slice(0, value.length - plain.length) : value;
    const at = isLongest ? value.indexOf(plain) : value.lastIndexOf(plain);
    return at < 0 ? value : value.slice(0, at);
  }
  if (value.length > maxPattern || pattern.length > maxPattern) return undefined;
  const matches = globMatcher(pattern, { matchesDots: true });
  const starts = Array.from({ length: value.length + 1 }, (_, index) => index);
  const at = (isLongest ? starts : starts.reverse()).find((index) => matches(value.slice(index)));
  return at === undefined ? value : value.slice(0, at);
}
