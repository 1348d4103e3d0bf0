import { isBlank, setOf } from '../characters.ts';
import { candidateOf, type Emit, type Named, type Source } from './candidate.ts';
import { isWordCharacter, readSecond, readWord } from './prose.ts';
import { readBefore } from './sentences.ts';
import {
  isMixedWord,
  isNumberedWords,
  isPin,
  longestValue,
  shortestPin,
  shortestValue,
} from './spokenValues.ts';
import { skipBlanksBack, type Span } from './spans.ts';
import { createForeignLinks, meanings } from './vocabulary.data.ts';

/** The number of characters behind a name of another script in which its value may begin. */
const foreignReach = 60;
/** The same before the name. */
const reachBefore = 40;
/** The longest text, such as a verb or an ending, that joins a value to the name before it. */
const longestJoint = 10;
const isForeignEnd = (character: string): boolean => '。！？\n\r'.includes(character);

/**
 * Emits the value of a name that is not written in Latin letters. Words may be inflected or not be separated by blanks, so
 * the value is the first word of ASCII behind the name that is not a plain word: `密码是x`, `с паролем x`. It may also stand
 * before the name: `用x作为密码`.
 */
export function readForeign(source: Source, hit: Span, emit: Emit): void {
  const { text } = source;
  const keyword = text.slice(hit.start, hit.end);
  const name =
    meanings.find(([word]) => keyword.endsWith(word))?.[1] ?? (isAscii(keyword) ? keyword : 'password');
  const base: Named = { name, nameStart: hit.start };
  const value =
    linkedBefore(source, hit.start) ?? valueBehind(source, hit.end, name) ?? mixedBefore(source, hit.start);
  if (value) {
    emit(candidateOf('prose', base, value));
    readSecond(source, value, base, emit);
  } else {
    const word = wordStart(text, hit.start);
    if (isBlank(text.charCodeAt(word - 1))) readBefore(source, { name, nameStart: word }, emit);
  }
}

const isAscii = (text: string): boolean => text.charCodeAt(0) < 128;

/** Returns the start of the Cyrillic word around an offset; keywords lack the first letter. */
function wordStart(text: string, at: number): number {
  let start = at;
  while (at - start < 8 && isCyrillic(text.charCodeAt(start - 1))) start--;
  return start;
}

const isCyrillic = (code: number): boolean => code >= 0x400 && code < 0x500;

function valueBehind(source: Source, from: number, name: string): Span | undefined {
  const { text } = source;
  const limit = Math.min(text.length, from + foreignReach);
  let words = 0;
  for (let at = from; at < limit; at++) {
    source.steps++;
    if (isForeignEnd(text.charAt(at))) return undefined;
    if (!isWordCharacter(text.charCodeAt(at)) || isLink(text.charCodeAt(at))) continue;
    const value = readWord(source, at, shortestPin);
    const word = text.slice(at, value?.end ?? at);
    const isJoined = words === 0 && at - from <= longestJoint;
    if (isLikely(word) || (isJoined && (isNumberedWords(word) || isPin(name, word)))) return value;
    words++;
    while (at < limit && isWordCharacter(text.charCodeAt(at))) at++;
  }
  return undefined;
}

/** Returns whether a word mixes characters as passwords do, unlike `utf8mb4`, `SHA-256`, `ERR_1045` and names of files. */
function isLikely(word: string): boolean {
  if (word.length < shortestValue || !/\d/.test(word) || !/[a-z]/.test(word)) return false;
  if (/^[\w-]+\/|\.[a-z]{2,4}$|^Ctrl\+/.test(word)) return false;
  return word.length >= 16 || /[A-Z]/.test(word) || /[^\w.-]/.test(word);
}

/** Signs between a name and its value. */
const isLink = setOf('=:-/');

let foreignLinks: RegExp | undefined;

/** Returns the value before a name that a particle joins to it; other words may stand between particle and name. */
function linkedBefore(source: Source, nameStart: number): Span | undefined {
  const { text } = source;
  const words = text.slice(Math.max(0, nameStart - reachBefore), nameStart);
  foreignLinks ??= createForeignLinks();
  const link = foreignLinks.exec(words);
  if (!link) return undefined;
  const value = wordBefore(source, nameStart - words.length + link.index);
  return value &&
    (isLikely(text.slice(value.start, value.end)) || isNumberedWords(text.slice(value.start, value.end)))
    ? value
    : undefined;
}

/** Returns the last word of ASCII before a name in the same sentence, if it looks like a secret. */
function mixedBefore(source: Source, nameStart: number): Span | undefined {
  const { text } = source;
  let end = nameStart;
  while (
    nameStart - end < reachBefore &&
    end > 0 &&
    text.charCodeAt(end - 1) > 127 &&
    !isForeignEnd(text.charAt(end - 1))
  )
    end--;
  source.steps += nameStart - end;
  const value = end < nameStart ? wordBefore(source, end) : undefined;
  return value && isMixedWord(text.slice(value.start, value.end)) ? value : undefined;
}

function wordBefore(source: Source, before: number): Span | undefined {
  const { text } = source;
  const end = skipBlanksBack(text, before, 4);
  let start = end;
  while (end - start <= longestValue && start > 0 && isWordCharacter(text.charCodeAt(start - 1))) start--;
  source.steps += before - start;
  return end - start >= shortestValue && end - start <= longestValue ? { start, end } : undefined;
}
