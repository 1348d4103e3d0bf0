import type { Part, Word } from './commandLine.ts';

/** Characters that end an unquoted word. */
export const separators = new Set([' ', '\t', '\n', '\r', ';', '&', '|', '(', ')', '<', '>']);

/** Characters that have no meaning in an unquoted word, taken in one step. */
export const plain = /[^\s;&|()<>'"`$\\?*+@!{}#]+/y;

/** The beginning of arithmetic or of an index, in which a number sign begins no comment in bash. */
export const arithmetic = /\(\(|[\w$]\[/;

/** Returns the parts of `[[ … ]]` that are commands for a shell without it: those after an operator that begin with a word. */
export function commandsInCondition(text: string): readonly string[] {
  return text
    .split(/[&|\n]+/)
    .slice(1)
    .filter((part) => /^\s*["']?[\w./\\]/.test(part));
}

/** @param text Not empty. */
export function isText(word: Word, text: string): boolean {
  return isUnquoted(word) && textOf(word) === text;
}

/** Whether a word has neither quotes nor expansions: only then can it be a keyword or an operator's number. */
export function isUnquoted(word: Word): boolean {
  return word.every((part) => part.kind === 'text' && !part.isQuoted);
}

/** Returns the plain text of a word. Its variables and substitutions are left out. */
export function textOf(word: Word): string {
  return word.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

/** Whether a word is the beginning of an assignment, up to its equals sign: `name=` or `name+=`. */
export function isAssignment(word: Word | undefined): boolean {
  return (
    word !== undefined && /^[A-Z_]\w*\+?=$/i.test(textOf(word)) && word.every(({ kind }) => kind === 'text')
  );
}

/** Whether the word before a redirection names its descriptor: `2>`, `{fd}<`. */
export function isDescriptor(word: Word): boolean {
  return isUnquoted(word) && /^(?:\d{1,2}|\{\w+\})$/.test(textOf(word));
}

/** Whether an unquoted part ends with the character that makes a parenthesis after it an extended pattern: `?(a|b)`. */
export function isExtendedGlob(part: Part | undefined): boolean {
  return part?.kind === 'text' && !part.isQuoted && /[?*+@!]$/.test(part.text);
}

/** Returns what a sticky expression matches at a place of a text, undefined when it does not. */
export function matchAt(expression: RegExp, text: string, at: number): string | undefined {
  expression.lastIndex = at;
  return expression.exec(text)?.[0];
}

/** The end of a here-document, and how its lines are read. */
export interface HereDocument {
  readonly end: string;
  /** Whether its text is taken as it is, because its end is in quotes. */
  readonly isLiteral: boolean;
  readonly trimsTabs: boolean;
}

/**
 * Returns the text of a here-document and the position behind it.
 *
 * @param from The start of its first line.
 * @param isSubstituted Whether it is in `$(…)`. There, bash also ends it before the parenthesis that closes that.
 */
export function readHereDocument(
  text: string,
  from: number,
  { end, isLiteral, trimsTabs }: HereDocument,
  isSubstituted: boolean,
): { readonly body: string; readonly next: number } {
  const lines: string[] = [];
  let at = from;
  while (at < text.length) {
    const { line, next } = lineAt(text, at, !isLiteral);
    const plain = trimsTabs ? line.replace(/^\t+/, '') : line;
    if (isSubstituted && plain.startsWith(`${end})`))
      return { body: lines.join('\n'), next: at + line.length - plain.length + end.length };
    at = next;
    if (plain === end) break;
    lines.push(plain);
  }
  return { body: lines.join('\n'), next: at };
}

/** @param joins Whether a backslash at the end of a line joins it with the next one. */
function lineAt(text: string, from: number, joins: boolean): { line: string; next: number } {
  let to = endOfLine(text, from);
  while (joins && to < text.length && isEscaped(text, to, from)) to = endOfLine(text, to + 1);
  const line = text.slice(from, to);
  return {
    line: joins ? line.replaceAll(/(\\\\)|\\\n/g, '$1') : line,
    next: Math.min(to + 1, text.length),
  };
}

/** Returns the place of the next line break, or that behind the text. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Whether an odd number of backslashes stands before a position. */
function isEscaped(text: string, at: number, from: number): boolean {
  let start = at;
  while (start > from && text[start - 1] === '\\') start--;
  return (at - start) % 2 === 1;
}
