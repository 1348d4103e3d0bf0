/** Character classes as one table look-up; codes from 128 on count as letters of a word, never of an identifier. */
const UPPER = 1;
const LOWER = 2;
const DIGIT = 4;
const NAME = 8;
const SPACE = 16;

const table = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  if (code >= 65 && code <= 90) table[code] = UPPER | NAME;
  else if (code >= 97 && code <= 122) table[code] = LOWER | NAME;
  else if (code >= 48 && code <= 57) table[code] = DIGIT | NAME;
  else if (code === 95) table[code] = NAME;
  else if (code === 32 || code === 9) table[code] = SPACE;
}

const has = (code: number, classes: number): boolean => code < 128 && ((table[code] ?? 0) & classes) !== 0;

/** Whether a UTF-16 unit is A to Z. These functions know ASCII only, as the formats of secrets do. */
export const isUpper = (code: number): boolean => has(code, UPPER);
export const isLower = (code: number): boolean => has(code, LOWER);
export const isLetter = (code: number): boolean => has(code, UPPER | LOWER);
export const isDigit = (code: number): boolean => has(code, DIGIT);
export const isAlphanumeric = (code: number): boolean => has(code, UPPER | LOWER | DIGIT);
/** Letters, digits and the underscore, as `\w`. */
export const isWord = (code: number): boolean => has(code, NAME);
/** Blank or tab; not the end of a line. */
export const isBlank = (code: number): boolean => has(code, SPACE);
export const isLineEnd = (code: number): boolean => code === 10 || code === 13;

/** Returns a table that answers with one look-up whether an ASCII character is in the set. */
export function setOf(characters: string): (code: number) => boolean {
  const members = new Uint8Array(128);
  for (let i = 0; i < characters.length; i++) members[characters.charCodeAt(i)] = 1;
  return (code) => code < 128 && members[code] === 1;
}

/**
 * Returns the offset of the first character `code` from `from` to before `to`, or -1. `indexOf` would search on to the
 * end of the text, which makes the time of a scan grow with the square of a text without that character.
 */
export function indexWithin(text: string, code: number, from: number, to: number): number {
  const limit = Math.min(to, text.length);
  for (let at = from; at < limit; at++) if (text.charCodeAt(at) === code) return at;
  return -1;
}

/** Returns words by their first (0) or last (-1) character, which excludes most of them at once. */
export function byCharacter(words: readonly string[], at: 0 | -1): ReadonlyMap<number, readonly string[]> {
  const groups = new Map<number, string[]>();
  for (const word of words) {
    const code = word.charCodeAt(at === 0 ? 0 : word.length - 1);
    const group = groups.get(code);
    if (group) group.push(word);
    else groups.set(code, [word]);
  }
  return groups;
}

/** The codes that the readers of source text compare with, by name. */
export const ch = {
  newline: 10,
  return: 13,
  space: 32,
  bang: 33,
  doubleQuote: 34,
  hash: 35,
  dollar: 36,
  percent: 37,
  ampersand: 38,
  quote: 39,
  open: 40,
  close: 41,
  star: 42,
  comma: 44,
  dash: 45,
  dot: 46,
  slash: 47,
  colon: 58,
  semicolon: 59,
  less: 60,
  equals: 61,
  greater: 62,
  question: 63,
  at: 64,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  underscore: 95,
  backtick: 96,
  openBrace: 123,
  bar: 124,
  closeBrace: 125,
  tilde: 126,
  /** As written between Chinese and Japanese characters. */
  wideColon: 0xff1a,
} as const;
