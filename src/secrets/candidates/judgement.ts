import { ch, isAlphanumeric, isDigit, isLetter } from '../characters.ts';
import type { Candidate } from './candidate.ts';
import { isPlaceholder, isRepetitive, isSampleToken, isSequence } from './placeholders.ts';
import { isChecksumOfFile, isPublicForm } from './publicForms.ts';
import { isNamedPublic, isNameOfText, isPasswordName, isTimeName } from './publicNames.ts';

// Hooks run every test here, and in a hook the first use of a regular expression costs more than its match. A check of a
// character or of the length therefore comes first and shows whether the expression can match.

/** Shorter values are too common, and protect nothing. */
const shortest = 4;
/** No vendor has shorter tokens behind a prefix. */
const shortestNewerForm = 24;

/**
 * Returns whether a value is not a secret in any context: a placeholder, a template, a reference to a variable, or a
 * public form. The model decides about values that are only improbable.
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
    isLargeNumber(value, candidate.name) ||
    isMention(value, candidate.kind) ||
    // A one-time password, which is worth nothing after a minute; a fraction that a program drew.
    (/^\d{6,8}$/.test(value) && candidate.kind !== 'prose' && /token$/i.test(candidate.name)) ||
    isNumberWithFraction(value) ||
    isSizedType(value) ||
    (isNameOfText(candidate.name) && isTextForUsers(value)) ||
    // Two columns of a table, or a time.
    (isNumber(value) && (candidate.kind === 'juxtaposition' || isTimeName(candidate.name))) ||
    // `basic settings`, `bearer authentication`, `basic Ember.js`.
    (candidate.kind === 'header' &&
      candidate.decoded === undefined &&
      !/authorization$/i.test(candidate.name) &&
      areShortWords(value)) ||
    (candidate.kind === 'url' && value.includes('%') && unescapedLength(value) < shortest) ||
    (value.length >= uuidLength && isPasswordName(candidate.name) && isUuid(value))
  );
}

/** Returns whether a value is a type of a column: `varchar(60)`. */
const isSizedType = (value: string): boolean =>
  value.endsWith(')') && /^[a-z][\w ]*\(\d+(?:, ?\d+)?\)$/i.test(value);

/** Returns whether a value is one word, or up to five short ones that dots and dashes join. */
const areShortWords = (value: string): boolean =>
  /^(?:[A-Z]?[a-z]+|[A-Za-z]{1,12}(?:[.-][A-Za-z]{1,12}){0,4})$/.test(value);

/** Returns whether a value of a sentence is the handle of a person: `fix password reset, by @handle`. */
const isMention = (value: string, kind: Candidate['kind']): boolean =>
  (kind === 'prose' || kind === 'juxtaposition') && /^@[a-z\d][\w-]{0,38}[!?]?$/i.test(value);

/** Returns whether a value is made of letters and the marks of texts, as what a program shows. */
const isTextForUsers = (value: string): boolean => /^[\p{L}\p{M} .,:;!?()'\u2019-]+$/u.test(value);

const unescapedLength = (value: string): number => value.replace(/%[\da-f]{2}/gi, '-').length;

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

const uuidLength = 36;
const isUuid = (value: string): boolean =>
  /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\{[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\})$/i.test(value);

/** `${X}`, `$(cat x)`, `{{ x }}`, `<%= x %>`, `%s`, `#{x}`, `%X%`: filled in later, so the text contains no secret. */
function isReference(value: string): boolean {
  const last = value.charCodeAt(value.length - 1);
  switch (value.charCodeAt(0)) {
    case ch.dollar: {
      // `$2a$…` is a hash and `$ecret!` could be anything, but `$NAME`, `${…`, `$(…` are variables.
      const next = value.charCodeAt(1);
      if (next === ch.openBrace || next === ch.open || isVariable(value, 1)) return true;
      // A name that a bundler made.
      if (/^\$[\da-f]{6,16}\$(?:export|var)\$/.test(value)) return true;
      break;
    }
    case ch.percent:
      if (last === ch.percent || /^%-?\d*[sdvqx]$/.test(value)) return true;
      break;
    case ch.hash:
      // A colour, the number of an issue, and a name to replace: `###ORACLE_PWD###`.
      if (/^#(?:[\da-f]{3,8}|\d{1,8}#.*)$/i.test(value) || /^(#{2,})[^#]+\1$/.test(value)) return true;
      break;
    case ch.at:
      if (/^(@{1,2})[A-Z][A-Z\d_]+\1$/.test(value)) return true;
      break;
    case ch.underscore:
      if (/^__[A-Z][A-Z\d_]+__$/.test(value)) return true;
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
  // The end of one string and the beginning of the next, between which an apostrophe was taken for a quote.
  if (/["']\s?[:,]\s?["']/.test(value)) return true;
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

/** Returns whether a value is a text for users: five or more words but no passphrase, a short phrase, or a list. */
function isSentence(value: string): boolean {
  let blanks = 0;
  for (let i = 0; i < value.length; i++)
    if (value.charCodeAt(i) === ch.space && ++blanks > 3) return !isPassphrase(value);
  if (blanks > 0 && /^\p{Lu}[\p{L}-]+(?: (?:[\p{Ll}-]+|\p{Lu}{2,4})){1,3}[.!?]?$/u.test(value)) return true;
  return blanks > 0 && /[;,] \w/.test(value);
}

/** Returns whether a value may be a passphrase: four words or more, none of which joins a sentence, maybe a number. */
const isPassphrase = (value: string): boolean =>
  /^[a-z]{3,10}(?: [a-z]{3,10}){3,23}(?: \d{1,4})?$/.test(value) && !joiningWord.test(value);

/**
 * Returns whether a candidate is the passphrase of four words or more that `readPhrase` finds without quotes: the name
 * and the line decide, because the words can be any.
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

/** Returns whether an unquoted value is a number of 32 or 64 bits, maybe with its type. The longest PINs have fewer digits. */
const isNumberOfProgram = (value: string, name: string): boolean =>
  /^(?:-?0x[\da-f_]{1,19}|-?\d{1,20}[iu](?:8|16|32|64))$/i.test(value) ||
  (/^\d{17,20}$/.test(value) && !isPasswordName(name));

/** Returns whether a value is a number with more decimal digits than 128 bits have, as the modulus of a public key has. */
const isLargeNumber = (value: string, name: string): boolean =>
  value.length > 39 && /^\d+$/.test(value) && !/priv|secret/i.test(name);

const isNumberWithFraction = (value: string): boolean => /^\d+\.\d+$/.test(value);

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
