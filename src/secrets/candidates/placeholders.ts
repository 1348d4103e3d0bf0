import { exampleParts, publishedKeyStarts } from './judgement.data.ts';

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
  if (folded.includes('1234567890') || folded.includes('abcdefgh') || saysYour(token)) return true;
  if (/[._-](?:dummy|fake|mock|sample)[._-]/.test(folded)) return true;
  // Words joined into something of the right length.
  if (/^[a-z]+(?:[._-][a-z]+){3,20}$/.test(token)) return true;
  const tail = token.slice(-24);
  return tail.length >= 14 && hasAtMost(5, tail);
}

/** Returns whether a value is a text that users write in place of a secret. */
export function isPlaceholder(value: string): boolean {
  const folded = value.toLowerCase();
  if (isPublished(folded)) return true;
  const joined = folded.replace(/[-_ ]/g, '');
  for (const part of exampleParts) if (joined.includes(part)) return true;
  if (/^(?:sample|example|dummy|fake)[-_]/.test(folded)) return true;
  return saysYour(value);
}

/**
 * Returns whether a text speaks to its reader: `your_token`, `<YourStrong@…`, `addYourSecretHere`. Random tokens contain the
 * letters, too, but not as a word between marks, and not without digits.
 */
const saysYour = (text: string): boolean =>
  /your/i.test(text) &&
  (/(?<![A-Za-z\d])(?:your|Your|YOUR)(?:[A-Za-z]{3,})?(?![A-Za-z\d])/.test(text) ||
    /^\D*your[-_ ]?(?:a|own|secret|token|pass|key|client|user|db|database)\D*$/i.test(text));

/** Shorter values may be texts in an encoding by chance. */
const shortestEncoded = 8;

/** Returns whether a value is an example or a label (`this is password`) in hexadecimal, base32 or base64. */
export function isEncodedPlaceholder(value: string): boolean {
  if (value.length < shortestEncoded || value.length > longestEncoded) return false;
  return decodingsOf(value).some(
    (text) => /^[\x20-\x7e]{4,}[\s\0]?$/.test(text) && isExampleText(text.replace(/[\s\0]$/, '')),
  );
}

const longestEncoded = 128;

function isExampleText(text: string): boolean {
  // The second part of `user:password`.
  const last = text.slice(text.indexOf(':') + 1);
  return (
    isPlaceholder(last) ||
    last === 'pass' ||
    text.includes('sample') ||
    /test[-_ ]?secret/i.test(text) ||
    // The prompt of a login: `User Name`.
    /^user ?name:?$/i.test(text) ||
    // A text by which a protocol derives a key: `key expansion`, `master secret`.
    (/^[a-z]+(?: [a-z]+){1,3}$/.test(text) && /\b(?:key|secret)\b/.test(text)) ||
    // A sentence, but not a passphrase.
    (/^(?:\w+,? ){2,}\w+\W?$/.test(last) && /\b(?:an?|are|for|is|it|my|not|of|the|this|to)\b/i.test(last))
  );
}

function decodingsOf(value: string): string[] {
  const texts: string[] = [];
  const hex = value.replaceAll('\\x', '');
  if (/^(?:[\da-f]{2})+$/i.test(hex)) texts.push(Buffer.from(hex, 'hex').toString('latin1'));
  else if (/^[A-Z2-7]+=*$/.test(value)) texts.push(fromBase32(value));
  if (/^[\w+/-]+={0,2}$/.test(value)) texts.push(Buffer.from(value, 'base64').toString('latin1'));
  return texts;
}

const digits32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(value: string): string {
  let text = '';
  let bits = 0;
  let rest = 0;
  for (const digit of value) {
    if (digit === '=') break;
    rest = ((rest << 5) | digits32.indexOf(digit)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    text += String.fromCharCode((rest >>> bits) & 0xff);
  }
  return text;
}

/** @param folded A value or a token in lower case. */
const isPublished = (folded: string): boolean =>
  folded.length >= shortestPublished && publishedKeyStarts.some((start) => folded.includes(start));

const shortestPublished = 16;

/** Returns whether a value repeats characters as no random value does: rulers, dummies, the numbers of a curve. */
export function isRepetitive(value: string): boolean {
  const { length } = value;
  return hasAtMost(length >= 24 ? 7 : length >= 12 ? 4 : 2, value) || repeatsBlock(value) || hasRun(value);
}

/** The least length of a value in which a run of one digit is looked for, and of the run. */
const run = { value: 32, least: 8 };

/** Returns whether one of the first 64 hexadecimal digits of a number follows itself several times. Base64 may have zeros in a row. */
function hasRun(value: string): boolean {
  if (value.length < run.value) return false;
  let same = 1;
  for (let at = 1; at < value.length && at < 64; at++) {
    same = value.charCodeAt(at) === value.charCodeAt(at - 1) ? same + 1 : 1;
    if (same === run.least) return /^(?:0x)?[\da-f]+$/i.test(value);
  }
  return false;
}

/** Random values do not repeat so many characters so often. */
const block = { length: 6, least: 3 };

/** Returns whether a value has its last or some of its first characters several times: `RF39FjrCRF39FjrCRF39FjrC`, `0x8e38e38e38…`. */
function repeatsBlock(value: string): boolean {
  const last = value.length - block.length;
  return (
    last >= block.length * (block.least - 1) && [last, block.length].some((from) => repeats(value, from))
  );
}

function repeats(value: string, from: number): boolean {
  const part = value.slice(from, from + block.length);
  let times = 0;
  for (let at = value.indexOf(part); at >= 0; at = value.indexOf(part, at + 1)) times++;
  return times >= block.least;
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

/** Returns whether a value counts: an alphabet in any order, or hexadecimal bytes with equal distances. */
export function isSequence(value: string): boolean {
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
  const hex = value.startsWith('0x') ? value.slice(2) : value.replaceAll('\\x', '');
  const distance = (at: number): number =>
    (parseInt(hex.slice(at + 2, at + 4), 16) - parseInt(hex.slice(at, at + 2), 16) + 256) % 256;
  const first = distance(0);
  if (Number.isNaN(first)) return false;
  // A longer sequence may end with another byte.
  let others = hex.length >= shortestAlphabet ? 1 : 0;
  for (let at = 2; at + 4 <= hex.length; at += 2) if (distance(at) !== first && --others < 0) return false;
  return true;
}
