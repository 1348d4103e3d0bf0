import { isBlank, setOf } from '../characters.ts';
import { candidateOf, type Emit, type Named, type Source } from './candidate.ts';
import { isWordCharacter, longestValue, readWord, shortestValue } from './prose.ts';
import type { Span } from './spans.ts';
import { foreignLinks, foreignMeanings } from './vocabulary.data.ts';

/** The number of characters behind a name of another script in which its value may begin. */
const foreignReach = 40;
const isForeignEnd = (character: string): boolean => '。！？\n\r'.includes(character);

/**
 * Emits the value of a name that is not written in Latin letters. Words may be inflected or not be separated by blanks, so
 * the value is the first word of ASCII behind the name that is not a plain word: `密码是x`, `с паролем x`. It may also stand
 * before the name, joined by a particle: `用x作为密码`.
 */
export function readForeign(source: Source, hit: Span, emit: Emit): void {
  const { text } = source;
  const name =
    foreignMeanings.find(([word]) => text.slice(hit.start, hit.end).endsWith(word))?.[1] ?? 'password';
  const base: Named = { name, nameStart: hit.start };
  const before = valueBefore(source, hit.start);
  if (before) {
    emit(candidateOf('prose', base, before));
    return;
  }
  const limit = Math.min(text.length, hit.end + foreignReach);
  for (let at = hit.end; at < limit; at++) {
    source.steps++;
    if (isForeignEnd(text.charAt(at))) return;
    if (!isWordCharacter(text.charCodeAt(at)) || isLink(text.charCodeAt(at))) continue;
    const value = readWord(source, at);
    const word = text.slice(at, value?.end ?? at);
    if (value && isMixedWord(word)) {
      emit(candidateOf('prose', base, value));
      return;
    }
    while (at < limit && isWordCharacter(text.charCodeAt(at))) at++;
  }
}

/** Returns whether a word mixes characters as passwords do, unlike `utf8mb4`, `SHA-256`, `ERR_1045` and names of files. */
function isMixedWord(word: string): boolean {
  if (!/\d/.test(word) || !/[a-z]/.test(word) || /^[\w-]+\/|\.[a-z]{2,4}$/.test(word)) return false;
  return word.length >= 16 || /[A-Z]/.test(word) || /[^\w.-]/.test(word);
}

/** Signs between a name and its value. */
const isLink = setOf('=:-/');

function valueBefore(source: Source, nameStart: number): Span | undefined {
  const { text } = source;
  const words = text
    .slice(Math.max(0, nameStart - 8), nameStart)
    .replace(/\p{Script=Cyrillic}$/u, '')
    .trimEnd();
  const link = foreignLinks.exec(words)?.[0];
  if (link === undefined) return undefined;
  const end = text.lastIndexOf(link, nameStart);
  let stop = end;
  while (stop > 0 && isBlank(text.charCodeAt(stop - 1))) stop--;
  let start = stop;
  while (stop - start <= longestValue && start > 0 && isWordCharacter(text.charCodeAt(start - 1))) start--;
  source.steps += nameStart - start;
  const value = { start, end: stop };
  const isValue = stop - start >= shortestValue && stop - start <= longestValue;
  return isValue && isMixedWord(text.slice(start, stop)) ? value : undefined;
}
