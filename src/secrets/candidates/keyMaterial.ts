import { ch, isAlphanumeric } from '../characters.ts';
import { createSource, type Source } from './candidate.ts';
import type { Span } from './spans.ts';
import { readBlock } from './base64.ts';

const longestKey = 16_384;
const header = /-{5}BEGIN (?:[A-Z\d]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-{5}/y;
const footer = /-{5}END(?: (?:[A-Z\d]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-{5})?/y;
/** The most characters between header and body: line ends, also escaped, quotes, string concatenation, PEM headers. */
const bodyReach = 400;
const leastBody = 40;

/** Returns the PEM block at an offset; undefined if it is not a private key or has no body. */
export function readPrivateKey(source: Source, at: number): Span | undefined {
  const { text } = source;
  header.lastIndex = at;
  const found = header.exec(text)?.[0];
  source.steps += found?.length ?? 16;
  if (found === undefined) return undefined;
  const from = at + found.length;
  if (isEncrypted(found, text.slice(from, from + bodyReach)) || !hasBody(source, from)) return undefined;
  const close = text.slice(from, from + longestKey).indexOf('-----END');
  source.steps += close < 0 ? 0 : close;
  if (close >= 0 && isShortened(text.slice(from, from + close))) return undefined;
  if (close < 0) return { start: at, end: from };
  footer.lastIndex = from + close;
  footer.test(text);
  return { start: at, end: footer.lastIndex };
}

/** Returns whether documentation left out a part of a key, or marks it as an example. */
const isShortened = (body: string): boolean => body.includes('...') || body.includes('EXAMPLE');

/** Returns whether a key is encrypted, by its header (PKCS #8), the lines after it (RFC 1421) or its OpenSSH cipher. */
const isEncrypted = (header: string, body: string): boolean =>
  header.includes('ENCRYPTED') ||
  /^.{0,8}Proc-Type: 4,ENCRYPTED/s.test(body) ||
  (header.includes('OPENSSH') && /b3BlbnNzaC1rZXktdjEAAAAA(?!BG5vbmU)/.test(body));

/** Returns whether a long run of base64 follows the header. */
function hasBody(source: Source, from: number): boolean {
  const { text } = source;
  const limit = Math.min(text.length, from + bodyReach);
  let run = 0;
  let distinct = '';
  let open = 0;
  for (let i = from; i < limit; i++) {
    const code = text.charCodeAt(i);
    if (isAlphanumeric(code) || code === 43 || code === 47) {
      run++;
      if (run === 1) distinct = '';
      const character = text.charAt(i);
      if (!distinct.includes(character)) distinct += character;
      // `AAAA…` and `xxxx…` are documentation.
      if (run >= leastBody && distinct.length > 10) return true;
    } else {
      // The header alone, in prose or as an argument: what follows belongs to something else.
      // A header of the key may have parentheses: `Version: GnuPG v1.4.12 (GNU/Linux)`.
      if (code === ch.open) open++;
      if ((code === ch.close && open-- === 0) || (code === ch.dash && text.startsWith('-----', i))) break;
      // Documentation left out the body: `"-----BEGIN PRIVATE KEY-----\\n..."`.
      if (code === ch.dot && text.startsWith('...', i)) break;
      run = code === ch.backslash ? run : 0;
    }
  }
  source.steps += limit - from;
  return false;
}

/** The number of characters before and behind `kty` in which the object around it is read. */
const reach = 2000;
/** The private exponent, scalar or symmetric key of a JSON Web Key; also in JavaScript, where names need no quotes. */
const privateMember = /(?<![\w-])(["']?)[dk]\1\s{0,8}:\s{0,8}["']([\w-]{20,1500})["']/;

/** The secret part of a key, if there is one, and how far the text was read. */
interface Key {
  readonly secret: Span | undefined;
  readonly readTo: number;
}

/** Reads the JSON Web Key in which `kty` stands at an offset (RFC 7517). */
export function readWebKey(source: Source, at: number): Key {
  const { text } = source;
  const first = Math.max(0, at - reach);
  let open = at;
  while (open > first && text.charCodeAt(open) !== ch.openBrace && text.charCodeAt(open) !== ch.closeBrace)
    open--;
  const limit = Math.min(text.length, at + reach);
  let close = at;
  while (close < limit && text.charCodeAt(close) !== ch.closeBrace && text.charCodeAt(close) !== ch.openBrace)
    close++;
  source.steps += 2 * (close - open);
  const found = privateMember.exec(text.slice(open, close));
  const value = found?.[2];
  if (!found || value === undefined || isCounting(value)) return { secret: undefined, readTo: close };
  const start = open + found.index + found[0].lastIndexOf(value);
  return { secret: { start, end: start + value.length }, readTo: close };
}

/** Returns whether the bytes are 1, 2, 3, …, as in examples. */
function isCounting(value: string): boolean {
  const bytes = Buffer.from(value, 'base64');
  return bytes.every((byte, index) => index === 0 || byte === ((bytes[index - 1] ?? 0) + 1) % 256);
}

/**
 * Words of private keys in base64, and their offset in the key. The key is in DER, as between the lines of PEM: RSA (PKCS #8
 * and #1), elliptic curves (PKCS #8, and SEC 1 for P-256), Ed25519 and X25519; or it is PEM that is encoded again.
 */
const bareKeyStarts: readonly (readonly [word: string, offset: number])[] = [
  ['IBADANBgkqhkiG9w0BAQEF', 6],
  ['IBAAKC', 6],
  ['IBAAKB', 6],
  ['AgEAMBMGByqGSM49AgEG', 4],
  ['AgEAMBAGByqGSM49AgEG', 4],
  ['MHcCAQEEI', 0],
  ['MC4CAQAwBQYDK2V', 0],
  ['LS0tLS1CRUdJTi', 0],
];

export const bareKeyWords: readonly string[] = bareKeyStarts.map(([word]) => word);

/** The largest number of characters of a key in base64: RSA with 8,192 bits. */
const longestBareKey = 6400;

/**
 * Reads the private key in base64 around a word of `bareKeyWords`, in one or several lines. The first bytes of a key state its
 * length, which tells a whole key from a part of one and from random text.
 *
 * @param at The offset of the word.
 * @param index Its index in `bareKeyWords`.
 */
export function readBareKey(source: Source, at: number, index: number): Key {
  const { text } = source;
  const start = at - (bareKeyStarts[index]?.[1] ?? 0);
  if (start < 0 || isAlphanumeric(text.charCodeAt(start - 1))) return { secret: undefined, readTo: 0 };
  const { end, encoded } = readBlock(source, start);
  const isKey = encoded.length <= longestBareKey && isPrivateKey(Buffer.from(encoded, 'base64'));
  return { secret: isKey ? { start, end } : undefined, readTo: end };
}

function isPrivateKey(bytes: Buffer): boolean {
  if (isWholeSequence(bytes)) return true;
  const text = bytes.toString('latin1');
  return readPrivateKey(createSource(text), 0) !== undefined;
}

/** Returns whether bytes are one sequence of DER (ITU-T X.690, section 8.1.3): a tag, the length of the rest, and the rest. */
function isWholeSequence(bytes: Buffer): boolean {
  const [tag, first = 0] = bytes;
  if (tag !== 0x30) return false;
  const more = first < 0x80 ? 0 : first - 0x80;
  if (more > 2 || bytes.length < 2 + more) return false;
  return bytes.length === 2 + more + (more === 0 ? first : bytes.readUIntBE(2, more));
}
