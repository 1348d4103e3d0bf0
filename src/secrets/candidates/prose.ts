import { byCharacter, ch, isWord, setOf } from '../characters.ts';
import { candidateOf, type Emit, type Named, type Source } from './candidate.ts';
import { longestValue, shortestValue } from './spokenValues.ts';
import { readBare, skipBlanks, type Span } from './spans.ts';
import { adverbs, linkingVerbs, pairNames } from './vocabulary.data.ts';

/** Accepts letters of every language, because a sentence may be written in any script. */
const isProse = (code: number): boolean => isWord(code) || code >= 128;

const verbsByFirst = byCharacter(linkingVerbs, 0);

/** Returns the start of the value behind a linking verb at an offset (`is `, `is now `); undefined without one. */
export function afterLinkingVerb(text: string, at: number): number | undefined {
  for (const linkingVerb of verbsByFirst.get(text.charCodeAt(at)) ?? []) {
    const end = wordEnd(text, at, linkingVerb);
    if (end === undefined) continue;
    const value = skipBlanks(text, text.charCodeAt(end) === ch.colon ? end + 1 : end, 4);
    for (const adverb of adverbs) {
      const behind = wordEnd(text, value, adverb);
      if (behind !== undefined) return skipBlanks(text, behind, 4);
    }
    return value;
  }
  return undefined;
}

/** Returns the end of the word at an offset. Apostrophes and dashes inside a word belong to it. */
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

/** Returns whether a word belongs to the sentence and is not a value: letters, with a capital only at its start. */
export const isPlainWord = (word: string): boolean => /^[A-Z]?[a-z]{0,15}$/.test(word);

/** Returns the end of a word that stands at an offset; undefined if another one does. */
export function wordEnd(text: string, at: number, word: string): number | undefined {
  if (!text.startsWith(word, at)) return undefined;
  return isProse(text.charCodeAt(at + word.length)) ? undefined : at + word.length;
}

/** Emits the second part of `user / value` behind a name that means both, such as `credentials`. */
export function readSecond(source: Source, first: Span, base: Named, emit: Emit): void {
  if (!source.text.startsWith(' / ', first.end) || !pairNames.test(base.name)) return;
  const second = readBare(source, first.end + 3);
  if (second) emit(candidateOf('prose', base, second));
}

/** Reads a value that ends where the script changes or a mark closes it: printable ASCII without the end of the sentence. */
export function readWord(source: Source, start: number, least = shortestValue): Span | undefined {
  const { text } = source;
  let end = start;
  while (end - start <= longestValue && isWordCharacter(text.charCodeAt(end))) end++;
  source.steps += end - start;
  while (end > start && isSentenceEnd(text.charCodeAt(end - 1))) end--;
  return end - start >= least && end - start <= longestValue ? { start, end } : undefined;
}

const isBoundary = setOf('"\'`()[]{}<>;,');
/** Not the exclamation mark, with which many passwords end. */
const isSentenceEnd = setOf('.:?');
/** Whether a UTF-16 unit can be part of a word: visible ASCII that does not separate words. */
export const isWordCharacter = (code: number): boolean => code > 32 && code < 127 && !isBoundary(code);

/** Emits the value in the parentheses behind a name if it is `likely`: `the password (x) works`. */
export function readParenthesis(
  source: Source,
  at: number,
  base: Named,
  emit: Emit,
  likely: (word: string) => boolean = () => true,
): void {
  const value = readWord(source, at);
  if (!value || source.text.charCodeAt(value.end) !== ch.close) return;
  if (likely(source.text.slice(value.start, value.end))) emit(candidateOf('prose', base, value));
}
