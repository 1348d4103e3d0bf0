import { ch, isBlank, isWord } from '../characters.ts';
import { adverbs, copulas } from './vocabulary.data.ts';

/** Letters of any language: a sentence is not written in ASCII. */
const isProse = (code: number): boolean => isWord(code) || code >= 128;

/** Most words behind a name are no copula, and their first character tells. */
const byFirst = new Map<number, string[]>();
for (const copula of copulas) {
  const first = copula.charCodeAt(0);
  byFirst.set(first, [...(byFirst.get(first) ?? []), copula]);
}

/** Where the value of a sentence begins, behind the copula at an offset (`is `, `is now `, `is: `); nothing where none stands there. */
export function behindCopula(text: string, at: number): number | undefined {
  for (const copula of byFirst.get(text.charCodeAt(at)) ?? []) {
    const end = wordEnd(text, at, copula);
    if (end === undefined) continue;
    const value = skipBlanks(text, text.charCodeAt(end) === ch.colon ? end + 1 : end);
    for (const adverb of adverbs) {
      const behind = wordEnd(text, value, adverb);
      if (behind !== undefined) return skipBlanks(text, behind);
    }
    return value;
  }
  return undefined;
}

/** The end of a word of prose at an offset; apostrophes and dashes inside belong to it. */
export function proseWordEnd(text: string, at: number, longest: number): number {
  let end = at;
  while (end - at < longest && isInside(text, end)) end++;
  return end;
}

function isInside(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isProse(code)) return true;
  return (
    (code === ch.quote || code === ch.dash) &&
    isProse(text.charCodeAt(at - 1)) &&
    isProse(text.charCodeAt(at + 1))
  );
}

/** A word of a sentence rather than a value: letters, none but the first a capital. */
export const isPlainWord = (word: string): boolean => /^[A-Z]?[a-z]{0,15}$/.test(word);

function wordEnd(text: string, at: number, word: string): number | undefined {
  if (!text.startsWith(word, at)) return undefined;
  return isProse(text.charCodeAt(at + word.length)) ? undefined : at + word.length;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at - from < 4 && isBlank(text.charCodeAt(at))) at++;
  return at;
}
