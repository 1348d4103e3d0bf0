import {
  ch,
  indexWithin,
  isBlank,
  isDigit,
  isLetter,
  isLineEnd,
  isLower,
  isUpper,
  isWord,
  setOf,
} from '../characters.ts';
import { readBare, nameAround, type Span, quoteAt, readQuoted, skipBlanksBack } from './spans.ts';
import { candidateOf, type CandidateKind, type Emit, type Named, type Source } from './candidate.ts';
import { withoutScheme } from './headers.ts';
import { readForeign } from './foreignNames.ts';
import { readList } from './lists.ts';
import { readParenthesis, readSecond } from './prose.ts';
import { readBefore, readSentence, readStatement } from './sentences.ts';
import { isTechnical } from './spokenValues.ts';
import { separatorAfter } from './separators.ts';
import { pairNames } from './vocabulary.data.ts';

/** Limits in an expression: characters that are read, and strings that are emitted. */
const expressionReach = 160;
const expressionStrings = 3;

/**
 * Emits the value of a name that means a secret, in the syntax of any language: the string or bare word behind its
 * separator, or the strings in the expression behind it.
 *
 * @returns The end of the name, so that a second keyword in the same name is not read again.
 */
export function readAssignment(source: Source, hitStart: number, hitEnd: number, emit: Emit): number {
  const name = nameAround(source, hitStart, hitEnd);
  if (!name) return hitEnd;
  const { text } = source;
  if (text.charCodeAt(hitEnd - 1) >= firstForeign)
    readForeign(source, { start: hitStart, end: hitEnd }, emit);
  else if (text.charCodeAt(name.end) >= firstUnspaced) readForeign(source, name, emit);
  const base = { name: text.slice(name.start, name.end), nameStart: name.start };
  if (isBlank(text.charCodeAt(name.start - 1))) readBefore(source, base, emit);
  const separator = separatorAfter(source, name);
  if (!separator) {
    if (continuesSentence(text, name)) readSentence(source, name.end, base, emit);
    return name.end;
  }
  // `hashPassword("password", "x")`: the second argument is a salt.
  if (separator.kind === 'argument' && isArgumentOfHash(text, name.start)) return name.end;
  const at = skipStringPrefix(text, separator.at);
  const quoted = readQuoted(source, at);
  if (quoted) {
    emit(withoutScheme(text, candidateOf(separator.kind, base, quoted)));
    // `x.get("password") or "y"`, `secret("name", "y")`: the first string may be another name. The second one of
    // `hashPassword("x", "y")` is a salt.
    if (separator.kind === 'call' && !/^hash/i.test(base.name))
      readExpression(source, quoted.end + 1, base, emit);
    return name.end;
  }
  if (separator.kind === 'assignment' && readList(source, at, base, emit)) return name.end;
  if (bareKinds.has(separator.kind)) {
    const bare = readBare(source, at);
    const phrase = bare && separator.kind === 'assignment' && readPhrase(source, name, bare);
    if (phrase) {
      emit(candidateOf('assignment', base, phrase));
      return name.end;
    }
    if (bare && isMemberAccess(text, bare)) return name.end;
    if (bare && separator.kind === 'assignment' && beginsText(text, bare)) return name.end;
    if (bare) {
      if (!isWordOfSentence(text, separator.kind, base, bare))
        emit(withoutScheme(text, candidateOf(separator.kind, base, bare)));
      if (separator.kind === 'assignment' && text.startsWith(': ', name.end))
        readStatement(source, at, base, emit);
      if (separator.kind === 'juxtaposition' || separator.kind === 'prose')
        readSentence(source, name.end, base, emit);
      else if (isExpression(text, bare)) readExpression(source, at, base, emit);
      readPair(source, bare, base, emit);
      return name.end;
    }
  }
  if (separator.kind === 'call' && isBlank(text.charCodeAt(name.end)))
    readParenthesis(source, at, base, emit);
  if (separator.kind === 'juxtaposition') readSentence(source, name.end, base, emit);
  else if (separator.kind !== 'prose') readExpression(source, at, base, emit);
  return name.end;
}

/** The longest passphrase without quotes, in characters. */
const longestPhrase = 100;
/** In words; text of programs and short notes have fewer. */
const fewestWords = 4;

/**
 * Returns the rest of the line behind a name that begins it, if these are the words of a passphrase: `password: correct
 * horse battery staple` in YAML, in a properties or an .env file, or in a note. Undefined for any other text.
 *
 * @param first The first word.
 */
function readPhrase(source: Source, name: Span, first: Span): Span | undefined {
  const { text } = source;
  // Almost every value ends its line, or another sign follows it.
  if (text.charCodeAt(first.end) !== ch.space || !isLower(text.charCodeAt(first.end + 1))) return undefined;
  if (!passwordName.test(text.slice(name.start, name.end)) || !beginsLine(text, name.start)) return undefined;
  const limit = Math.min(text.length, first.start + longestPhrase + 1);
  let end = first.start;
  while (end < limit && isPhraseCharacter(text.charCodeAt(end))) end++;
  source.steps += end - first.start;
  if (end === limit && end < text.length) return undefined;
  if (end < text.length && !isLineEnd(text.charCodeAt(end))) return undefined;
  while (text.charCodeAt(end - 1) === ch.space) end--;
  const words = text.slice(first.start, end).split(' ').length;
  return words >= fewestWords ? { start: first.start, end } : undefined;
}

/** Names of values that people type. */
const passwordName = /(?:pass(?:word|wd|phrase|wort|code)?|pwd|pw|kennwort|secret|senha|contrasena)$/i;

const isPhraseCharacter = (code: number): boolean => isLower(code) || code === ch.space || isDigit(code);

/** Returns whether only blanks, the dash of a list or `export` stand before a name on its line. */
function beginsLine(text: string, nameStart: number): boolean {
  let at = nameStart;
  if (text.startsWith('export ', at - 7)) at -= 7;
  else if (text.startsWith('- ', at - 2)) at -= 2;
  while (nameStart - at < longestPhrase && isBlank(text.charCodeAt(at - 1))) at--;
  return at === 0 || isLineEnd(text.charCodeAt(at - 1));
}

/** Returns whether a string in quotes is the first argument of a function that computes a hash. */
const isArgumentOfHash = (text: string, start: number): boolean =>
  text.charCodeAt(start - 2) === ch.open &&
  /hash\w{0,16}\($/i.test(text.slice(Math.max(0, start - 32), start - 1));

/**
 * Returns whether the bare value of a name is only the next word of its sentence or title: `the password when it is shown`,
 * `la password è troppo breve`, `Password RabbitMQ`. Behind a user it is a password, as in `login mia password summer`.
 */
function isWordOfSentence(
  text: string,
  kind: CandidateKind,
  { name, nameStart }: Named,
  { start, end }: Span,
): boolean {
  if (kind === 'prose') {
    const word = text.slice(start, end);
    return isTechnical(word) || (/^[a-z]+$/.test(word) && isFollowedByWord(text, end));
  }
  if (kind !== 'juxtaposition') return false;
  if (!isLower(text.charCodeAt(start + 1)) || !wordOrProduct.test(text.slice(start, end))) return false;
  if (isFollowedByWord(text, end)) return true;
  const before = text.slice(Math.max(0, nameStart - 48), nameStart);
  if (/(?:^|[\r\n])[ \t]*$/.test(before)) return /^[A-Z][a-z]/.test(name);
  return /[a-z] $/.test(before) && !/\b(?:login|user(?:name)?|account|machine)\b/i.test(before);
}

/** A word, or a name with one more capital or abbreviation: `RabbitMQ`. */
const wordOrProduct = /^[A-Za-z][a-z]*(?:[A-Z]{1,3}[a-z]*)?[!?]?$/;

function isFollowedByWord(text: string, end: number): boolean {
  const next = text.charCodeAt(end + 1);
  return text.charCodeAt(end) === ch.space && (isLetter(next) || next >= firstOther);
}

/** Returns whether a comma and a word follow a name: `the password, which is x`, but not `pass, pass_size, salt`. */
function continuesSentence(text: string, { start, end }: Span): boolean {
  if (text.charCodeAt(end) !== ch.comma || text.charCodeAt(end + 1) !== ch.space) return false;
  if (!isLetter(text.charCodeAt(end + 2)) || /[a-z][A-Z]/.test(text.slice(start, end))) return false;
  return !/^\w*_/.test(text.slice(end + 2, end + 24));
}

/** The first character of scripts other than Latin and Greek. */
const firstForeign = 0x400;
/** The first character of Chinese and Japanese, which separate no words: `token是x`. */
const firstUnspaced = 0x2e80;

const bareKinds = new Set<CandidateKind>([
  'assignment',
  'element',
  'attribute',
  'flag',
  'juxtaposition',
  'prose',
]);

/** Returns whether a bare value is the first word of a text, as in `forgot_password=Unohtuiko salasana?`. */
function beginsText(text: string, { start, end }: Span): boolean {
  if (!isFollowedByWord(text, end) || !isUpper(text.charCodeAt(start))) return false;
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (!isLower(code) && code < firstOther) return false;
  }
  return true;
}

/** Returns whether a bare value is an object of C, C++ or PHP: `session->key`. */
const isMemberAccess = (text: string, { end }: Span): boolean =>
  text.charCodeAt(end) === ch.greater && text.charCodeAt(end - 1) === ch.dash;

/** The first character outside of ASCII. */
const firstOther = 128;

/** `credentials: user:value`, `the credentials are user / value`: the second part is the secret. */
function readPair(source: Source, bare: Span, base: Named, emit: Emit): void {
  if (!pairNames.test(base.name)) return;
  const { text } = source;
  readSecond(source, bare, base, emit);
  const colon = indexWithin(text, ch.colon, bare.start, bare.end - 4);
  if (colon <= bare.start) return;
  emit(candidateOf('assignment', base, { start: colon + 1, end: bare.end }));
}

/** Skips letters that belong to the quote: `b'…'`, `r"…"`, `@"…"`. */
function skipStringPrefix(text: string, at: number): number {
  for (let i = at; i < at + 3; i++) {
    if (quoteAt(text, i)) return i;
    const code = text.charCodeAt(i);
    if (!isLetter(code) && code !== ch.at && code !== ch.dollar) return at;
  }
  return at;
}

/** Returns whether a bare word is the beginning of code (`os.getenv(`, `[]byte(`, `x || `) and not a value. */
function isExpression(text: string, bare: Span): boolean {
  const last = text.charCodeAt(bare.end - 1);
  const next = text.charCodeAt(bare.end);
  return (
    quoteAt(text, bare.end) !== undefined ||
    last === ch.open ||
    next === ch.open ||
    next === ch.space ||
    next === ch.bar ||
    next === ch.closeBracket ||
    next === ch.closeBrace ||
    next === ch.close ||
    next === ch.less ||
    (isWord(last) && next === ch.openBracket)
  );
}

function readExpression(source: Source, from: number, base: Named, emit: Emit): void {
  const { text, expression } = source;
  // Names inside one expression (`setKey(makeToken(auth("…")))`) share its strings; the outer two are enough.
  expression.names = from < expression.end ? expression.names + 1 : 0;
  if (expression.names > 1) return;
  const limit = Math.min(text.length, from + expressionReach);
  let found = 0;
  let at = from;
  while (at < limit && found < expressionStrings) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code) || code === ch.semicolon) break;
    const quoted = isApostrophe(text, at) ? undefined : readQuoted(source, at);
    if (quoted) {
      if (!hasOwnName(text, at)) {
        emit(withoutScheme(text, candidateOf('expression', base, quoted)));
        found++;
      }
      at = quoted.end + 1;
    } else at++;
  }
  source.steps += Math.max(0, at - from);
  expression.end = Math.max(expression.end, at);
}

/**
 * Returns whether a string belongs to another name (`token: ['a'], pattern: 'x'`, `<ETag>"x"</ETag>`), unless this name
 * is as general as `value`, or becomes something public: `new PublicKey('x')`.
 */
function hasOwnName(text: string, at: number): boolean {
  if (text.charCodeAt(at - 1) === ch.open)
    return /(?:pub(?:lic)?_?key|address)\($/i.test(text.slice(Math.max(0, at - 24), at));
  let end = skipBlanksBack(text, at, 4);
  const sign = text.charCodeAt(--end);
  if (sign === ch.greater) return isInOwnElement(text, end + 1);
  if (sign !== ch.colon && !(sign === ch.equals && isAssignment(text, end))) return false;
  if (quoteAt(text, end - 1)) end--;
  let start = end;
  while (end - start < 24 && isWord(text.charCodeAt(start - 1))) start--;
  return start < end && !/^(?:value|default|data|content|text)$/i.test(text.slice(start, end));
}

/** Returns whether the element that begins before an offset has a name that means something else: `<ETag>`, but not `<dd>`. */
const isInOwnElement = (text: string, end: number): boolean =>
  /<(?!(?:[bip]|code|data|dd|em|kbd|li|pre|samp|span|string|strong|td|text|tt|value)>)\w{1,24}>$/i.test(
    text.slice(Math.max(0, end - 26), end),
  );

/** `=`, but not the end of `==`, `!=`, `<=` or `>=`. */
const isAssignment = (text: string, at: number): boolean => !isComparison(text.charCodeAt(at - 1));
const isComparison = setOf('=!<>');

/** Returns whether a quote stands between letters, as in `don't`, and opens no string. */
function isApostrophe(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== ch.quote) return false;
  const before = text.charCodeAt(at - 1);
  // A single letter before a quote is a prefix (`b'…'`).
  return isDigit(before) || (isLetter(before) && isWord(text.charCodeAt(at - 2)));
}
