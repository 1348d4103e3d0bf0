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

/**
 * Whether a word is plain text without quotes, variables and substitutions: only then can it be a keyword or an
 * operator's number.
 */
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
