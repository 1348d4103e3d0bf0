import { ch, isBlank, isWord, isLineEnd, setOf } from '../characters.ts';
import { candidateOf, type Emit, type Named, type Source } from './candidate.ts';
import { readBare, type Span, readQuoted } from './spans.ts';
import { adverbs, afterValue, changeLinks, changeVerb, linkingVerbs, pairNames } from './vocabulary.data.ts';

/** Accepts letters of every language, because a sentence may be written in any script. */
const isProse = (code: number): boolean => isWord(code) || code >= 128;

/** Linking verbs by their first character, which excludes most words at once. */
const byFirst = new Map<number, string[]>();
for (const linkingVerb of linkingVerbs) {
  const first = linkingVerb.charCodeAt(0);
  byFirst.set(first, [...(byFirst.get(first) ?? []), linkingVerb]);
}

/**
 * Returns the start of the value of a sentence, behind the linking verb at an offset (`is `, `is now `, `is: `). Returns
 * undefined without such a verb.
 */
export function afterLinkingVerb(text: string, at: number): number | undefined {
  for (const linkingVerb of byFirst.get(text.charCodeAt(at)) ?? []) {
    const end = wordEnd(text, at, linkingVerb);
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

/** Returns the end of the word at an offset. Apostrophes and dashes inside a word belong to it. */
function proseWordEnd(text: string, at: number, longest: number): number {
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

/** Returns whether a word belongs to the sentence and is not a value: letters, with a capital only at its start. */
const isPlainWord = (word: string): boolean => /^[A-Z]?[a-z]{0,15}$/.test(word);

function wordEnd(text: string, at: number, word: string): number | undefined {
  if (!text.startsWith(word, at)) return undefined;
  return isProse(text.charCodeAt(at + word.length)) ? undefined : at + word.length;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at - from < 4 && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** The largest number of words between name and value: `the password for the new box is …`. */
const mostWords = 8;
const longestWord = 24;
const reachBack = 80;
export const longestValue = 48;
export const shortestValue = 6;
/** ` as `. */
const shortestLink = 4;

/** Emits the value of a sentence whose name is followed by words: `password for the box: x`, `password was set to x`. */
export function readSentence(source: Source, from: number, base: Named, emit: Emit): void {
  const { text } = source;
  let at = from;
  for (let words = 0; words < mostWords; words++) {
    const value = afterLinkingVerb(text, at) ?? (words > 0 ? afterChange(text, at, base) : undefined);
    // `was changed to x` has two linking verbs, and the value follows the second.
    if (value !== undefined && !isPlainWord(text.slice(value, proseWordEnd(text, value, longestWord)))) {
      emitAt(source, value, base, emit);
      return;
    }
    const end = proseWordEnd(text, at, longestWord);
    source.steps += end - at + 1;
    const next = text.charCodeAt(end);
    if (next === ch.colon || next === ch.equals) {
      emitAt(source, end + 1, base, emit);
      return;
    }
    if (end === at || !isBlank(next)) return;
    at = end + 1;
  }
}

/** Returns the start of the value of `cambié la contraseña de root a x`: a verb of change stands before the name. */
function afterChange(text: string, at: number, { nameStart }: Named): number | undefined {
  for (const link of changeLinks) {
    const end = wordEnd(text, at, link);
    if (end === undefined || !isBlank(text.charCodeAt(end))) continue;
    const before = text.slice(Math.max(0, nameStart - reachBack), nameStart);
    return changeVerb.test(before) ? skipBlanks(text, end) : undefined;
  }
  return undefined;
}

function emitAt(source: Source, from: number, base: Named, emit: Emit): void {
  const { text } = source;
  let at = from;
  while (at - from < 4 && (isBlank(text.charCodeAt(at)) || isOpener(text, at))) at++;
  const quoted = readQuoted(source, at);
  const value = quoted ?? (at > from && isOpener(text, at - 1) ? readWord(source, at) : readBare(source, at));
  if (!value) return;
  emit(candidateOf('prose', base, value));
  readSecond(source, value, base, emit);
}

/** Emits the second part of `user / value` behind a name that means both, such as `credentials`. */
export function readSecond(source: Source, first: Span, base: Named, emit: Emit): void {
  if (!source.text.startsWith(' / ', first.end) || !pairNames.test(base.name)) return;
  const second = readBare(source, first.end + 3);
  if (second) emit(candidateOf('prose', base, second));
}

/** Marks before a value in a sentence; blanks may follow them. */
const openers = '„“”«»「『（‚‘(';
const isOpener = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return (code >= 128 || code === ch.open) && openers.includes(text.charAt(at));
};

/** Reads a value that ends where the script changes or a mark closes it: printable ASCII without the end of the sentence. */
export function readWord(source: Source, start: number): Span | undefined {
  const { text } = source;
  let end = start;
  while (end - start <= longestValue && isWordCharacter(text.charCodeAt(end))) end++;
  source.steps += end - start;
  while (end > start && isSentenceEnd(text.charCodeAt(end - 1))) end--;
  return end - start >= shortestValue && end - start <= longestValue ? { start, end } : undefined;
}

const isBoundary = setOf('"\'`()[]{}<>;,');
const isSentenceEnd = setOf('.:!?');
/** Whether a UTF-16 unit can be part of a word: visible ASCII that does not separate words. */
export const isWordCharacter = (code: number): boolean => code > 32 && code < 127 && !isBoundary(code);

/** Emits the value in the parentheses behind a name: `the password (x) works`. */
export function readParenthesis(source: Source, at: number, base: Named, emit: Emit): void {
  const value = readWord(source, at);
  if (value && source.text.charCodeAt(value.end) === ch.close) emit(candidateOf('prose', base, value));
}

/** Emits the value of `use x as the password`, which stands before its name. */
export function readBefore(source: Source, base: Named, emit: Emit): void {
  const { text } = source;
  // A program has hardly ever more than one word here, so the search ends at once.
  let from = base.nameStart;
  while (base.nameStart - from < reachBack && isInWords(text.charCodeAt(from - 1))) from--;
  source.steps += base.nameStart - from;
  if (base.nameStart - from < shortestLink) return;
  const words = text.slice(from, base.nameStart);
  for (const link of afterValue) {
    const at = words.lastIndexOf(link);
    if (at < 0 || !/^(?:[\w-]{1,16} ){0,4}$/.test(words.slice(at + link.length))) continue;
    const end = from + at;
    let start = end;
    while (end - start <= longestValue && start > 0 && !isEdge(text.charCodeAt(start - 1))) start--;
    const word = text.slice(start, end);
    if (word.length < shortestValue || word.length > longestValue || isPlainWord(word)) continue;
    const quote = /^["'`].*["'`]$/.test(word) ? 1 : 0;
    const value = { start: start + quote, end: end - quote, quote: quote && text.charCodeAt(start) };
    emit(candidateOf('prose', base, value));
    return;
  }
}

const isInWords = (code: number): boolean => isWord(code) || code === ch.space || code === ch.dash;

const isEdge = (code: number): boolean => isBlank(code) || isLineEnd(code);
