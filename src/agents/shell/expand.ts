import { type Part, type Script, TooComplex, type Word } from './syntax/commandLine.ts';
import { decodeEscapes } from './syntax/escapes.ts';
import {
  type Field,
  expandBraces,
  fieldEnd,
  fieldOfText,
  isGlob,
  isPlainText,
  literal,
  patternMark,
  unescaped,
} from './syntax/glob.ts';

/** The variables and folders on which the words of a command line depend. */
export interface ExpansionContext {
  readonly variables: Variables;
  readonly home: string;
  /** Returns what a script may print, or undefined when that is not known. */
  readonly outputOf: (script: Script) => readonly string[] | undefined;
}

/** More alternatives of one word than the reader follows, where several of its parts have some. */
const maxAlternatives = 4_000;

/** More words than any person writes in braces. */
const maxWords = 1_000;

/** Characters of a word above which it is code or prose, and no name of a file. */
const maxLength = 4_096;

/** Alternatives of such a word. */
const maxLongAlternatives = 64;

/** Characters in all alternatives of a word: sixteen times a whole command line. */
const maxCharacters = 4 * 1024 * 1024;

export function expandWord(whole: Word, context: ExpansionContext): readonly Field[] {
  // Quotes without a text between them change nothing.
  const word = whole.length > 1 ? whole.filter((part) => part.kind !== 'text' || part.text !== '') : whole;
  const [first] = word;
  // Most words are one plain text.
  if (word.length === 1 && first?.kind === 'text' && (first.isQuoted || /^[\w./:=@,+%-]*$/.test(first.text)))
    return [fieldOfText(first.text)];
  const isLong =
    word.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0) > maxLength;
  if (isLong && word.some((part) => part.kind === 'text' && !part.isQuoted && /[{*?[]/.test(part.text)))
    throw new TooComplex('has a long word with braces or wildcards');
  let patterns = [''];
  let isPartial = false;
  const variables: string[] = [];
  for (const part of word) {
    const found = patternsOf(part, context);
    if (part.kind === 'variable') {
      for (const name of shownIn(part)) variables.push(name);
      // `${!name}` is the value of the variable that `name` names.
      if (part.name.startsWith('!'))
        variables.push('!', ...(context.variables.valuesOf(part.name.slice(1)) ?? []));
    }
    if (found === undefined) isPartial = true;
    const next = found ?? ['*'];
    const limit = isLong ? maxLongAlternatives : maxAlternatives;
    patterns = crossed(patterns, next, limit);
  }
  if (isLong)
    return patterns.map((pattern) => ({ ...fieldOfText(unescaped(pattern)), isPartial, variables }));
  const words = patterns.flatMap(expandBraces);
  if (words.length > maxWords) throw new TooComplex('names more files than can be checked');
  return words
    .flatMap((pattern) => pattern.split(fieldEnd))
    .filter((pattern, _, all) => pattern !== '' || all.length === 1)
    .map((pattern) => {
      // Several unknown parts in a row are one.
      const expanded = (isPartial ? pattern.replaceAll(/(?<!\\)\*{2,}/g, '*') : pattern)
        .replace(/^~(?=\/|$)/, () => literal(context.home))
        .replace(/^~(?:[+-]\d*|\d+)(?=\/|$)/, '.');
      return {
        text: unescaped(expanded),
        pattern: expanded,
        isGlob: isGlob(expanded),
        isPartial,
        variables,
      };
    });
}

/** Returns the names of the variables whose values `${name…}` may become. */
function shownIn({ name, rest }: Extract<Part, { kind: 'variable' }>): readonly string[] {
  const [first] = rest;
  // `${#name}` is a length, and `${name:+text}` is the text.
  const isHidden = name.startsWith('#') || (first?.kind === 'text' && /^:?\+/.test(first.text));
  const inner = rest.flatMap((part) => (part.kind === 'variable' ? shownIn(part) : []));
  return isHidden ? inner : [name.replace(/^!/, ''), ...inner];
}

function crossed(patterns: readonly string[], ends: readonly string[], limit = maxAlternatives): string[] {
  if (patterns.length > 1 && ends.length > 1 && patterns.length * ends.length > limit)
    throw new TooComplex('names more than can be checked');
  const all = patterns.flatMap((pattern) => ends.map((end) => pattern + end));
  if (all.reduce((sum, { length }) => sum + length, 0) > maxCharacters)
    throw new TooComplex('has variables with more text than can be checked');
  return all;
}

function patternsOf(part: Part, context: ExpansionContext): readonly string[] | undefined {
  if (part.kind === 'text') return [part.isQuoted ? literal(part.text) : part.text];
  const printed = part.kind === 'script' ? outputOf(part, context) : valuesOf(part, context);
  if (printed?.length === 0) return undefined;
  return printed?.flatMap((value) => {
    if (value.startsWith(patternMark)) return [value.slice(1)];
    if (part.isQuoted) return [literal(value)];
    return context.variables.split(value).map((text) => text.replaceAll(/[\\{},~]/g, String.raw`\$&`));
  });
}

/** Returns what a substitution may print. Names in the file that `<(…)` stands for are not the name of that file. */
function outputOf(
  { script, isFile }: Extract<Part, { kind: 'script' }>,
  context: ExpansionContext,
): readonly string[] | undefined {
  const printed = context.outputOf(script);
  return isFile ? printed?.filter(isPlainText) : printed;
}

function valuesOf(
  { name, rest }: Extract<Part, { kind: 'variable' }>,
  context: ExpansionContext,
): readonly string[] | undefined {
  let modifiers = [''];
  for (const part of rest) modifiers = crossed(modifiers, patternsOf(part, context) ?? ['*']);
  return context.variables.expand(name, modifiers[0] ?? '');
}

/** Values of one variable beyond which only those with a new word count, as `args="$args -x"` has none. */
const maxValues = 64;

/** More values in a list than any person writes. */
const maxListed = 1_000;

/** More values than the variables of any command line bring into its words. */
const maxExpanded = 200_000;

export class Variables {
  readonly #environment: Readonly<Record<string, string | undefined>>;
  readonly #assigned = new Map<string, Set<string>>();
  readonly #references = new Set<string>();
  /** The characters that the command line assigns to `IFS`. */
  #separators = '';
  #expanded = 0;

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment;
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

  /** @throws {TooComplex} for a list that is too long. */
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
    const inherited = Object.hasOwn(this.#environment, name) ? formsOf(this.#environment[name]) : [];
    // The folder of the start, or the one to which the command line changes.
    if (name === 'PWD') return ['.', ...inherited];
    return assigned || inherited.length > 0 ? [...(assigned ?? []), ...inherited] : undefined;
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
    return values?.flatMap((value) => modified(value, rest) ?? []);
  }
}

/** Returns a value of the environment, and `C:\a` also as the shell of Git for Windows gives it to commands: `/c/a`. */
function formsOf(value: string | undefined): readonly string[] {
  if (value === undefined) return [];
  const [drive, separator] = value.slice(1, 3);
  if (drive !== ':' || separator !== '\\') return [value];
  return [value, `/${value.slice(0, 1).toLowerCase()}${value.slice(2).replaceAll('\\', '/')}`];
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

/** Returns what `${name…}` makes of a value; undefined when that is not followed. */
function modified(value: string, rest: string): string | readonly string[] | undefined {
  const [, operator = '', pattern = ''] = /^(##?|%%?|\/\/?|:|\^\^|,,|@)([\s\S]*)$/.exec(rest) ?? [];
  switch (operator) {
    case '#':
    case '##':
      return replaced(value, operator === '#', pattern, (glob) => `^(?:${glob})`);
    case '%':
      return replaced(value, false, pattern, (glob) => `^([^]*)(?:${glob})$`);
    case '%%':
      return replaced(value, false, pattern, (glob) => `(?:${glob})$`);
    case '/':
    case '//': {
      const [glob = '', to = ''] = pattern.split(/(?<!\\)\//, 2);
      return glob === ''
        ? value
        : replaced(value, false, glob, (each) => each, unescaped(to), operator === '//');
    }
    case ':': {
      const [start = 0, length] = pattern.split(':', 2).map(Number);
      // The numbers may be calculated.
      if (/[^\d\s:-]/.test(pattern)) return undefined;
      const cut = value.slice(start);
      return length === undefined ? cut : cut.slice(0, length);
    }
    case '^^':
      return value.toUpperCase();
    case ',,':
      return value.toLowerCase();
    case '@':
      return [decodeEscapes(value), value.toLowerCase(), value.toUpperCase()];
    default:
      return value;
  }
}

/** Comparisons of characters that one replacement may take, about a tenth of a second. */
const maxSteps = 20_000_000;

/** Replaces what a pattern of the shell matches in a value; undefined when that may take long. */
function replaced(
  value: string,
  isShortest: boolean,
  pattern: string,
  placed: (expression: string) => string,
  to = '',
  isEach = false,
): string | undefined {
  const stars = pattern.match(/[*?+[]/g)?.length ?? 0;
  if (value.length ** (1 + stars) * pattern.length > maxSteps) return undefined;
  const expression = pattern.replaceAll(/\\([\s\S])|\[[!^]?\]?[^\]]*\]|[\s\S]/g, (part, escaped?: string) => {
    if (part === '*') return isShortest ? '[^]*?' : '[^]*';
    if (part === '?') return '[^]';
    if (part.length > 2 && escaped === undefined)
      return part.includes('[:')
        ? '[^]'
        : part
            .replaceAll('\\', '')
            .replace(/^\[!/, '[^')
            .replace(/^(\[\^?)\]/, '$1\\]');
    return (escaped ?? part).replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`);
  });
  try {
    return value.replace(new RegExp(placed(expression), isEach ? 'g' : ''), (_, start: unknown) =>
      typeof start === 'string' ? start : to,
    );
  } catch {
    // JavaScript does not accept the class, such as `[b-a]`.
    return undefined;
  }
}
