import { ch, isAlphanumeric, isDigit, isLetter } from '../characters.ts';
import type { Candidate } from './candidate.ts';
import {
  exampleParts,
  exampleValues,
  publicNameEnds,
  publicNameStarts,
  publishedKeyStarts,
} from './judgement.data.ts';
import { isChecksumOfFile, isPublicForm } from './publicForms.ts';

// Hooks run every test here, and in a hook the first use of a regular expression costs more than its match. A check of a
// character or of the length therefore comes first and shows whether the expression can match.

/** Shorter values are too common, and protect nothing. */
const shortest = 4;
/** No vendor has shorter tokens behind a prefix. */
const shortestNewerForm = 24;

/**
 * Returns whether a value is not a secret in any context: a placeholder, a template, a reference to a variable, or a public
 * form. The model decides about values that are only improbable.
 */
export function isNeverSecret(
  value: string,
  candidate: Pick<Candidate, 'kind' | 'quote' | 'name' | 'decoded'>,
): boolean {
  if (value.length < shortest || isNamedPublic(candidate.name)) return true;
  return (
    isReference(value) ||
    isPlaceholder(value) ||
    isRepetitive(value) ||
    isPublicForm(value) ||
    isSentence(value) ||
    isAddress(value) ||
    isEscapedText(value) ||
    isDate(value) ||
    isSequence(value) ||
    (candidate.quote === 0 && (isCode(value) || isNumberOfProgram(value, candidate.name))) ||
    isChecksumOfFile(value, candidate.name) ||
    // Two columns of a table, or a time.
    (isNumber(value) && (candidate.kind === 'juxtaposition' || isTimeName(candidate.name))) ||
    // `basic settings`, `bearer authentication`, `basic Ember.js`.
    (candidate.kind === 'header' && candidate.decoded === undefined && areShortWords(value)) ||
    (candidate.kind === 'url' && value.includes('%') && unescapedLength(value) < shortest) ||
    (value.length === uuidLength && isPasswordName(candidate.name) && isUuid(value))
  );
}

/** Returns whether a value is one word, or up to five short ones that dots and dashes join. */
const areShortWords = (value: string): boolean =>
  /^(?:[A-Z]?[a-z]+|[A-Za-z]{1,12}(?:[.-][A-Za-z]{1,12}){0,4})$/.test(value);

/** Returns the length of a part of a URL without its escapes. */
const unescapedLength = (value: string): number => value.replace(/%[\da-f]{2}/gi, '-').length;

/**
 * Returns whether a token of a known form protects nothing: its vendor publishes it, or it was written for documentation,
 * because it repeats characters, counts up, or contains words.
 *
 * @param token The whole token with its prefix.
 */
export function isSampleToken(token: string): boolean {
  const folded = token.toLowerCase();
  if (isPublished(folded)) return true;
  if (folded.includes('example') || folded.includes('xxxxx') || folded.includes('****')) return true;
  if (folded.includes('1234567890') || folded.includes('abcdefgh') || folded.includes('your')) return true;
  // Words joined into something of the right length.
  if (/^[a-z]+(?:[._-][a-z]+){3,20}$/.test(token)) return true;
  const tail = token.slice(-24);
  return tail.length >= 14 && hasAtMost(5, tail);
}

/**
 * Returns whether a value that begins with the prefix of a vendor may be a token of a form that is newer than our rules:
 * complete, random, and made of the characters of tokens.
 *
 * @param least The length in characters below which a value was cut off.
 */
export function isTokenOfNewerForm(value: string, least: number): boolean {
  if (value.length < Math.max(least, shortestNewerForm) || !/^[\w.~+/=-]+$/.test(value)) return false;
  return (value.match(/\d/g)?.length ?? 0) >= 3 && !isSampleToken(value);
}

/** Returns whether a name says that its value is public, or describes another value. */
function isNamedPublic(name: string): boolean {
  const lower = name.toLowerCase();
  const folded = lower.includes('-') ? lower.replaceAll('-', '_') : lower;
  endsByLast ??= byLastCharacter(publicNameEnds);
  for (const end of endsByLast.get(folded.charCodeAt(folded.length - 1)) ?? [])
    if (folded.endsWith(end)) return true;
  for (const start of publicNameStarts) if (folded.startsWith(start)) return true;
  return isIdentifierName(name) || isPublicKeyName(folded) || isWordWithKeyword(folded);
}

const wordWithKeyword = /(?:com|by|sur)pass|(?:hoc|mon|don|tur)key/g;

/** Returns whether a name has a keyword only as a part of another word: `compass-off`, `hockey-puck`, but not `bypass_token`. */
const isWordWithKeyword = (folded: string): boolean =>
  folded.search(wordWithKeyword) >= 0 &&
  !/pass|pw|key|token|secret|auth|cred|pin/.test(folded.replace(wordWithKeyword, ''));

/** Returns whether a name says anywhere that it means a public key: `publicKey.toString`, `SSH_PUBLIC_KEY_HEX`. */
const isPublicKeyName = (folded: string): boolean =>
  folded.includes('pub') && /pub(?:lic)?[_.]?key/.test(folded) && !/priv|secret|pass/.test(folded);

/** Returns whether a name ends with a word for a time: `passwordChangedAt`, `token_timestamp`. */
const isTimeName = (name: string): boolean =>
  /[a-z](?:At|On|Time|Date)$/.test(name) || /(?:[_-](?:at|on|time|date)|timestamp)$/i.test(name);

/** Returns whether a name ends with the word `id`. The `secret_id` of a vault is a secret. */
const isIdentifierName = (name: string): boolean =>
  /(?:[a-z]I[dD]|[_-](?:id|ID|Id))$/.test(name) && !/secret[_-]?id$/i.test(name);

const uuidLength = 36;
const isUuid = (value: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
/** People and programs that invent passwords do not use UUIDs, which name things: an entry, a product, a page. */
const isPasswordName = (name: string): boolean => name.toLowerCase().includes('pass');

/** Ends of public names by their last character, which excludes most of them at once. */
let endsByLast: ReadonlyMap<number, readonly string[]> | undefined;

function byLastCharacter(ends: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const groups = new Map<number, string[]>();
  for (const end of ends) {
    const last = end.charCodeAt(end.length - 1);
    const group = groups.get(last);
    if (group) group.push(end);
    else groups.set(last, [end]);
  }
  return groups;
}

/** `${X}`, `$(cat x)`, `{{ x }}`, `<%= x %>`, `%s`, `#{x}`, `%X%`: filled in later, so the text contains no secret. */
function isReference(value: string): boolean {
  const last = value.charCodeAt(value.length - 1);
  switch (value.charCodeAt(0)) {
    case ch.dollar: {
      // `$2a$…` is a hash and `$ecret!` could be anything, but `$NAME`, `${…`, `$(…` are variables.
      const next = value.charCodeAt(1);
      if (next === ch.openBrace || next === ch.open || isVariable(value, 1)) return true;
      break;
    }
    case ch.percent:
      if (last === ch.percent || /^%-?\d*[sdvqx]$/.test(value)) return true;
      break;
    case ch.hash:
      // A colour.
      if (/^#[\da-f]{3,8}$/i.test(value)) return true;
      break;
    case ch.less:
      if (value.includes('>')) return true;
      break;
    case ch.backslash:
      // A sign in a page of the manual.
      if (/^\\\[\w{1,8}\]?$/.test(value)) return true;
      break;
    case ch.openBrace:
      if (last === ch.closeBrace && (value.length < 6 || isVariable(value.slice(1, -1), 0))) return true;
      break;
    case ch.openBracket:
      if (last === ch.closeBracket && isLetter(value.charCodeAt(1))) return true;
      break;
  }
  if (value.includes('{') && (value.includes('${') || value.includes('#{') || value.includes('{{')))
    return true;
  if (value.includes('$(') || value.includes('<%') || value.includes('<?') || value.includes('%>'))
    return true;
  if (value.includes('&') && /&(?:apos|quot|lt|gt|#\d+|#x[\da-f]+);/i.test(value)) return true;
  return value.includes(':') && /^(?:env|file|vault):/i.test(value);
}

function isVariable(value: string, from: number): boolean {
  if (isDigit(value.charCodeAt(from)) && value.length > from + 1) return false;
  for (let i = from; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (!isAlphanumeric(code) && code !== ch.underscore && code !== ch.dot && code !== ch.colon) return false;
  }
  return value.length > from;
}

/** Returns whether a value is a text that users write in place of a secret. */
function isPlaceholder(value: string): boolean {
  const folded = value.toLowerCase();
  // Amazon and others mark the values of their documentation in this way.
  if (exampleValues.has(folded) || value.includes('EXAMPLE') || isPublished(folded)) return true;
  for (const part of exampleParts) if (folded.includes(part)) return true;
  if (/^(?:sample|example|dummy|fake)[-_]/.test(folded)) return true;
  return (
    folded.includes('your') &&
    /your[-_ ]?(?:a|own|secret|token|pass|key|client|user|db|database)/.test(folded)
  );
}

/** @param folded A value or a token in lower case. */
const isPublished = (folded: string): boolean => publishedKeyStarts.some((start) => folded.includes(start));

/** Returns whether a value has few different characters for its length: rulers, dummies, zeros. */
function isRepetitive(value: string): boolean {
  return hasAtMost(value.length >= 24 ? 7 : value.length >= 12 ? 4 : 2, value);
}

/** Returns whether the first 64 characters of a text are at most so many different ones. */
function hasAtMost(most: number, text: string): boolean {
  const seen: number[] = [];
  for (let i = 0; i < text.length && i < 64; i++) {
    const code = text.charCodeAt(i);
    if (seen.includes(code)) continue;
    if (seen.length === most) return false;
    seen.push(code);
  }
  return true;
}

/** Shorter values may have such an order by chance. */
const shortestSequence = 16;
/** Random values of this length repeat a character. */
const shortestAlphabet = 32;

/**
 * Returns whether a value counts: an alphabet from which a program draws, in any order, or bytes in hexadecimal digits
 * with the same distance between all neighbours.
 */
function isSequence(value: string): boolean {
  if (value.length < shortestSequence) return false;
  const length = Math.min(value.length, 64);
  let rising = 0;
  for (let i = 1; i < length; i++) {
    const step = value.charCodeAt(i) - value.charCodeAt(i - 1);
    if (step === 1 || step === 2) rising++;
  }
  if (rising * 5 >= length * 3) return true;
  return (length >= shortestAlphabet && new Set(value.slice(0, length)).size === length) || isCounting(value);
}

function isCounting(value: string): boolean {
  const hex = value.startsWith('0x') ? value.slice(2) : value;
  const distance = (at: number): number =>
    (parseInt(hex.slice(at + 2, at + 4), 16) - parseInt(hex.slice(at, at + 2), 16) + 256) % 256;
  const first = distance(0);
  for (let at = 2; at + 4 <= hex.length; at += 2) if (distance(at) !== first) return false;
  return !Number.isNaN(first);
}

/**
 * Returns whether a value is a text for users: five words or more that dice did not choose, two to four of which only
 * the first and abbreviations have capitals, or a list.
 */
function isSentence(value: string): boolean {
  let blanks = 0;
  for (let i = 0; i < value.length; i++)
    if (value.charCodeAt(i) === ch.space && ++blanks > 3) return !isPassphrase(value);
  if (blanks > 0 && /^\p{Lu}[\p{L}-]+(?: (?:[\p{Ll}-]+|\p{Lu}{2,4})){1,3}[.!?]?$/u.test(value)) return true;
  return blanks > 0 && /[;,] \w/.test(value);
}

/**
 * Returns whether a value has the form of a passphrase: four words or more of at least three letters, none of which joins a
 * sentence, and maybe a number.
 */
const isPassphrase = (value: string): boolean =>
  /^[a-z]{3,10}(?: [a-z]{3,10}){3,23}(?: \d{1,4})?$/.test(value) && !joiningWord.test(value);

/**
 * Returns whether a candidate is the passphrase of four words or more that `readPhrase` finds without quotes: the name and
 * the line decide, because the words can be any.
 */
export const isBarePassphrase = (
  { kind, quote }: Pick<Candidate, 'kind' | 'quote'>,
  value: string,
): boolean => kind === 'assignment' && quote === 0 && isPassphrase(value) && !noteWord.test(value);

/** Words of notes and messages in the place of a password, and words that join sentences in other languages. */
const noteWord =
  /\b(?:ask|see|same|last|next|none|later|new|old|wrong|invalid|incorrect|missing|required|optional|minimum|least|most|more|less|letters|digits|characters|between|change|changed|confirm|reset|forgot|field|login|account|admin|file|stored|saved|generated|random|some|here|below|above|und|der|die|das|ein|eine|bitte|nicht|ist|wird|mit|ohne|oder|kennwort|passwort|les|des|une|pour|avec|sans|est|pas|los|las|una|por|para|con|sin|que|senha|per|non|het|een|niet)\b/;

const joiningWord =
  /\b(?:the|and|for|not|but|are|was|were|has|have|had|been|will|would|can|cannot|could|should|must|may|does|did|use|using|used|you|your|our|their|its|this|that|these|those|with|without|from|into|than|then|when|where|which|who|what|how|why|all|any|each|only|please|enter|password|token|secret|key|user)\b/;

/** Returns whether a value is a date, with a time or without, as in `password_changed: 2026-05-01T10:00:00Z`. */
function isDate(value: string): boolean {
  if (value.charCodeAt(4) !== ch.dash || value.charCodeAt(7) !== ch.dash) return false;
  return /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(
    value,
  );
}

/** Returns whether a value is text of another script in ASCII, or a picture: `\u043d\u043e\u043c\u0435\u0440`, `\ud83d\udc35`. */
function isEscapedText(value: string): boolean {
  if (!value.includes('\\u')) return false;
  const escapes = value.match(/\\u(?!00)[\da-f]{4}/gi)?.length ?? 0;
  return escapes >= 3 || escapes * 6 === value.length;
}

/** Returns whether a value is a URL, a path or a mail address. */
function isAddress(value: string): boolean {
  if (
    value.includes(':') &&
    /^(?:[a-z][a-z\d+.-]{1,15}:\/\/|(?:data|urn|arn|did|magnet|spdx|oid):)/i.test(value)
  )
    return true;
  const first = value.charCodeAt(0);
  if (first === ch.slash || first === ch.dot || first === ch.tilde) {
    if (/^(?:\.{0,2}|~)\/[\w.@-]+\/[\w./@-]*$/.test(value)) return !hasRandomSegment(value);
  }
  if (!value.includes('@')) return false;
  // A mail address, the address of a person with a name, and a host behind credentials that stand elsewhere.
  return /^(?:[\w.+-]{1,40}@[\w-]{1,40}\.[a-z]{2,10}|[^<>@]{1,64} <[^<>@ ]{1,64}@[^<>@ ]{1,64}>|@[\w-]{1,40}(?:\.[\w-]{1,40}){1,4}\/.*)$/i.test(
    value,
  );
}

/** Base64 may begin with a slash. Names of files hardly ever mix digits and both cases over so many characters. */
const hasRandomSegment = (path: string): boolean =>
  path
    .split('/')
    .some(
      (segment) =>
        /^\w{16,}$/.test(segment) &&
        /[a-z]/.test(segment) &&
        /[A-Z]/.test(segment) &&
        (segment.match(/\d/g)?.length ?? 0) >= 2,
    );

/** Returns whether an unquoted value is a number of 32 or 64 bits. The longest PINs have fewer digits. */
const isNumberOfProgram = (value: string, name: string): boolean =>
  /^0x[\da-f_]{1,19}$/i.test(value) || (/^\d{17,20}$/.test(value) && !isPasswordName(name));

const isNumber = (value: string): boolean => value.length < 16 && /^\d+$/.test(value);

/** Returns whether an unquoted word is an expression of a programming language. */
function isCode(value: string): boolean {
  const first = value.charCodeAt(0);
  if (first === ch.openBrace || first === ch.openBracket || first === ch.open) return true;
  if (value.includes('(') && /^(?:\w{1,64}::){0,4}[\w$.]*\(/.test(value)) return true;
  if (value.includes('::') && /^&?(?:::)?[\w$]+(?:::[\w$]+)+$/.test(value)) return true;
  // A rule of a style sheet: `@keyframes fade{0%{top:0`.
  if (value.includes('{') && /^[\w-]+\{\d+%?\{/.test(value)) return true;
  // A code of an error.
  if (first === ch.dash && /^-\d+$/.test(value)) return true;
  if (value.includes('[') && /^[\w$]+\[/.test(value)) return true;
  // A list of the shell that ends with its former content.
  return value.includes(':$') && /:\$[A-Z_]+$/.test(value);
}
