import { ch, isBlank, isDigit, isLetter, isLineEnd, setOf } from '../characters.ts';
import { candidateOf, type Emit, type Named, type Source } from './candidate.ts';
import {
  afterLinkingVerb,
  isPlainWord,
  proseWordEnd,
  readParenthesis,
  readSecond,
  readWord,
  wordEnd,
} from './prose.ts';
import {
  isMixedWord,
  isNumberedWords,
  isTechnical,
  longestValue,
  shortestPin,
  shortestValue,
} from './spokenValues.ts';
import { type Span, readQuoted } from './spans.ts';
import {
  afterValue,
  apiName,
  changeLinks,
  changeVerb,
  meanings,
  pairNames,
  userJoints,
} from './vocabulary.data.ts';

/** The largest number of words between name and value: `the password for the new box in room 3 is …`. */
const mostWords = 12;
/** The same in characters, in both directions. */
const reach = 100;
const reachBack = 80;
const longestWord = 24;

/**
 * Emits the value of a sentence whose name is followed by words: `password for the box: x`, `the password, which is x`, `la
 * contraseña de root es x`. It is the first word that a verb or a mark joins to the name, or that looks like a secret.
 *
 * @param from Behind the name.
 */
export function readSentence(source: Source, from: number, base: Named, emit: Emit): void {
  const { text } = source;
  if (!isName(base.name) || isVerb(text, from, base)) return;
  const { end: limit, hasOther } = endOfWords(source, from);
  if (
    isBlank(text.charCodeAt(limit - 1)) &&
    text.charCodeAt(limit) === ch.open &&
    limit - from < reachOfParenthesis
  )
    readParenthesis(source, limit + 1, meaningOf(text, base), emit, isLikelyValue);
  if (!hasOther) return;
  let joined = false;
  let at = from;
  for (let words = 0; words < mostWords && at < limit; words++) {
    const marks = skipMarks(text, at);
    source.steps += marks.at - at + 1;
    joined ||= marks.joined;
    const verb =
      afterLinkingVerb(text, marks.at) ?? (words > 0 ? afterChange(text, marks.at, base) : undefined);
    if (verb !== undefined) {
      at = verb;
      joined = true;
      continue;
    }
    at = marks.at;
    if (!isInSentence(text.charCodeAt(at))) return;
    const quoted = readQuoted(source, at);
    const value = quoted ?? readWord(source, at, joined ? shortestPin : shortestValue);
    if (value && isValue(text, value, { joined, adjacent: words === 0 })) {
      emit(candidateOf('prose', meaningOf(text, base), value));
      readSecond(source, value, base, emit);
      return;
    }
    const end = quoted ? quoted.end + 1 : tokenEnd(text, at);
    if (otherThing.test(text.slice(at, end))) return;
    if (joined) readSecond(source, { start: at, end }, base, emit);
    source.steps += end - at;
    if (endsSentence(text, end)) return;
    joined = pairNames.test(base.name) && userJoints.test(text.slice(at, end));
    at = end;
  }
}

/** Words behind a name that mean another value: `key fingerprint: x`. */
const otherThing = /^(?:fingerprint|checksum|digest|hash|signature)$/i;

/** Returns whether a name is the verb of the sentence: `pass the value of the heading`. */
const isVerb = (text: string, from: number, { name }: Named): boolean =>
  name.toLowerCase() === 'pass' &&
  /^ (?:the|an?|this|that|it|these|your|its|all|also|if|results?|through|when|with)\b/.test(
    text.slice(from, from + 9),
  );

/** Random data may contain a keyword, too. */
const isName = (name: string): boolean => !/\d[a-z]/i.test(name);

/** Characters of the words between a name and a value in parentheses: `la clave de API (x)`. */
const reachOfParenthesis = 32;
/** Returns whether a word looks like a secret, and not like the note that parentheses mostly hold. */
const isLikelyValue = (word: string): boolean => isMixedWord(word) || /^(?=.*\d)[\da-f]{32,}$/.test(word);

/**
 * Returns the end of the words behind an offset: of the line, of the reach, or before a bracket or another mark of
 * programs. Without a digit and a mark other than commas and dots (`hasOther`) there is no value among them.
 */
function endOfWords(source: Source, from: number): { end: number; hasOther: boolean } {
  const { text } = source;
  const limit = Math.min(text.length, from + reach);
  let hasOther = false;
  let at = from;
  for (; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (isLetter(code) || code === ch.space) continue;
    if (!isInSentence(code)) break;
    hasOther ||= isDigit(code) || (code !== ch.comma && code !== ch.dot && code < 128);
  }
  source.steps += at - from;
  return { end: at, hasOther };
}

/** Emits the value of `password: x` in a sentence or a note. In a program, most values have quotes. */
export function readStatement(source: Source, at: number, base: Named, emit: Emit): void {
  const value = readWord(source, at);
  const named = meaningOf(source.text, base);
  if (value && /^pass|password$/i.test(named.name) && isMixedWord(source.text.slice(value.start, value.end)))
    emit(candidateOf('prose', named, value));
}

function isValue(
  text: string,
  { start, end }: Span,
  { joined, adjacent }: { joined: boolean; adjacent: boolean },
): boolean {
  const word = text.slice(start, end);
  // The name of a function.
  if (text.charCodeAt(end) === ch.open) return false;
  if (isMixedWord(word) || (adjacent && isNumberedWords(word))) return true;
  return joined && !isPlain(word) && !isTechnical(word);
}

/** Returns whether a word is one of a language or an abbreviation. */
const isPlain = (word: string): boolean =>
  isPlainWord(word) || /^(?:\p{Lu}?[\p{Ll}'\u2019-]*|[A-Z]{1,6})[.!?:]?$/u.test(word);

/** Brackets and semicolons belong to programs. */
const isInSentence = (code: number): boolean => !Number.isNaN(code) && !isLineEnd(code) && !isBracket(code);
const isBracket = setOf('()[]{}<>;|\\');

/** Skips blanks and marks between words. A colon, an equals sign or a dash joins what follows. */
function skipMarks(text: string, from: number): { at: number; joined: boolean } {
  let at = from;
  let joined = false;
  for (; at - from < 8; at++) {
    const code = text.charCodeAt(at);
    if (isSpace(code) || openers.includes(text.charAt(at))) continue;
    if (code === ch.comma && isSpace(text.charCodeAt(at + 1))) joined = false;
    else if (joints.includes(text.charAt(at)) && isSpace(text.charCodeAt(at + 1))) joined = true;
    else break;
  }
  return { at, joined };
}

const joints = ':=–—-：';
/** Marks before a value in a sentence; blanks may follow them. */
const openers = '„“”«»「『（‚‘’(';
/** Marks behind a value, some of which open it in other languages. */
const closers = '"\'`”»“';
/** Blanks that do not end a line, as French puts them inside of quotation marks. */
const isSpace = (code: number): boolean => isBlank(code) || code === 0xa0 || code === 0x202f;

/** Returns the end of the word at an offset: its letters, or all up to the next blank. */
function tokenEnd(text: string, at: number): number {
  let end = proseWordEnd(text, at, longestWord);
  while (end - at < longestValue && isInToken(text.charCodeAt(end))) end++;
  return end;
}

const isInToken = (code: number): boolean =>
  isInSentence(code) && !isSpace(code) && code !== ch.comma && code !== ch.colon;

const endsSentence = (text: string, end: number): boolean => '.!?。！？'.includes(text.charAt(end - 1));

/** Returns the start of the value of `cambié la contraseña de root a x`: a verb of change stands before the name. */
function afterChange(text: string, at: number, { nameStart }: Named): number | undefined {
  for (const link of changeLinks) {
    const end = wordEnd(text, at, link);
    if (end === undefined || !isBlank(text.charCodeAt(end))) continue;
    const before = text.slice(Math.max(0, nameStart - reachBack), nameStart);
    return changeVerb.test(before) ? end + 1 : undefined;
  }
  return undefined;
}

/**
 * Returns the English word for a name, because the model was trained on English names. It ends where the name does, so
 * that the text between name and value is the same.
 */
function meaningOf(text: string, base: Named): Named {
  const { name, nameStart } = base;
  const folded = name.toLowerCase();
  const found = meanings.find(([word]) => folded.endsWith(word));
  if (!found) return base;
  const end = nameStart + name.length;
  const meaning = apiName.test(text.slice(end, end + 12)) ? 'api key' : found[1];
  return { name: meaning, nameStart: Math.max(0, end - meaning.length) };
}

/** Emits the value that stands before its name: `use x as the password`, `x is not accepted as the password`. */
export function readBefore(source: Source, base: Named, emit: Emit): void {
  const { text } = source;
  // `lint.Pass` is a member of an object and `eClaveCo` a part of packed data, not a word of a sentence.
  if (base.name.includes('.') || /^[a-z][A-Z]/.test(base.name)) return;
  const limit = startOfWords(source, base.nameStart);
  if (limit === undefined) return;
  let end = base.nameStart;
  for (let words = 0; words < mostWords; words++) {
    while (end > limit && isBetween(text, end - 1)) end--;
    let start = end;
    while (start > limit && !isEdge(text.charCodeAt(start - 1))) start--;
    source.steps += base.nameStart - start + 1;
    if (start === end) return;
    const word = text.slice(start, end);
    if (isPlain(word)) {
      end = start;
      continue;
    }
    const links = text.slice(end, base.nameStart).replace(/\s+/g, ' ');
    const isLinked = afterValue.some((link) =>
      (closers.includes(links.charAt(0)) ? links.slice(1) : links).startsWith(link),
    );
    const quote = openers.includes(word.charAt(0)) || closers.includes(word.charAt(0)) ? 1 : 0;
    const value = { start: start + quote, end };
    const length = end - value.start;
    if (length < shortestValue || length > longestValue) return;
    const spoken = text.slice(value.start, end);
    const isKnown = isMixedWord(spoken) || (quote > 0 && isNumberedWords(spoken));
    if (isLinked ? words <= mostLinkedWords : isKnown)
      emit(candidateOf('prose', meaningOf(text, base), value));
    return;
  }
}

/** Returns the start of the words before an offset, on its line; undefined without a digit among them. */
function startOfWords(source: Source, before: number): number | undefined {
  const { text } = source;
  const limit = Math.max(0, before - reachBack);
  let hasDigit = false;
  let at = before;
  for (; at > limit; at--) {
    const code = text.charCodeAt(at - 1);
    if (!isInSentence(code)) break;
    hasDigit ||= isDigit(code);
  }
  source.steps += before - at;
  return hasDigit ? at : undefined;
}

/** Words between a value and its name that a link joins. */
const mostLinkedWords = 6;

const isEdge = (code: number): boolean => isSpace(code) || isLineEnd(code) || code === ch.comma;

const isBetween = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return (
    isSpace(code) || code === ch.comma || closers.includes(text.charAt(at)) || '–—'.includes(text.charAt(at))
  );
};
