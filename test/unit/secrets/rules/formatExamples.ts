/**
 * Examples of tokens, made at run time: nothing that looks like a secret is written down in the repository, so no push
 * protection trips over it. A form describes how a token looks, apart from the rule's own pattern, so that a wrong
 * pattern fails.
 */
import { createHash } from 'node:crypto';
import { base62, crc32 } from '../../../../src/secrets/formats/checks.ts';

/** How a near miss comes from a token. */
export type Miss =
  /** Cut off. */
  | 'short'
  /** A character in the middle that the alphabet does not have. */
  | 'foreign'
  /** A body of one letter. */
  | 'placeholder'
  /** Part of a longer word. */
  | 'glued'
  /** The last character of the checksum changed. */
  | 'checksum'
  /** Base64 of a public key. */
  | 'publicpem'
  /** Base64 parts with dots between them that do not hold JSON. */
  | 'jwtplain'
  /** The token that every introduction shows. */
  | 'jwtexample'
  /** Five parts without a header. */
  | 'jweplain';

export interface FormatExamples {
  readonly rule: string;
  /**
   * `{hex:40}` and its kind stand for random characters of a class (see `classes`); for rules that go by names the
   * form includes the name.
   */
  readonly form: string;
  /** Default: short, foreign, placeholder. */
  readonly misses?: readonly Miss[];
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';

const base58Digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const classes: Record<string, string> = {
  hex: '0123456789abcdef',
  d: digits,
  an: lower + upper + digits,
  lan: lower + digits,
  AN: upper + digits,
  al: lower + upper,
  w: `${lower}${upper}${digits}_-`,
  b64: `${lower}${upper}${digits}+/`,
  B32: `${upper}234567`,
  b32: `${lower}234567`,
  b58: base58Digits,
  bech: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
  A: 'A',
};

export type Random = () => number;

function draw(name: string, length: number, random: Random): string {
  const alphabet = classes[name];
  if (alphabet === undefined) throw new Error(`Unknown class ${name}`);
  // The first and last characters are letters or digits: the end of a token that ends in a dash cannot be found.
  const inner = alphabet.replace(/\W|_/g, '');
  let text = '';
  for (let i = 0; i < length; i++) {
    const from = i === 0 || i === length - 1 ? inner : alphabet;
    text += from.charAt(Math.floor(random() * from.length));
  }
  return text;
}

function uuid(random: Random): string {
  const part = (length: number): string => draw('hex', length, random);
  return `${part(8)}-${part(4)}-4${part(3)}-a${part(3)}-${part(12)}`;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function jwt(random: Random): string {
  const header = encode({ alg: 'HS256', typ: 'JWT' });
  return `${header}.${encode({ sub: draw('an', 12, random), iat: 1.7e9 })}.${draw('an', 43, random)}`;
}

function jwe(random: Random): string {
  const part = (length: number): string => draw('an', length, random);
  return `${encode({ alg: 'dir', enc: 'A256GCM' })}..${part(16)}.${part(60)}.${part(22)}`;
}

function pem64(length: number, random: Random, kind = 'PRIVATE'): string {
  return Buffer.from(`-----BEGIN ${kind} KEY-----\n${draw('b64', length, random)}`)
    .toString('base64')
    .replace(/=+$/, '');
}

/** A wallet import format: version, 32 bytes, checksum. */
function base58Check(bytes: number, random: Random): string {
  const body = Buffer.from([128, ...Array.from({ length: bytes }, () => Math.floor(random() * 256))]);
  const twice = createHash('sha256').update(createHash('sha256').update(body).digest()).digest();
  let value = BigInt(`0x${Buffer.concat([body, twice.subarray(0, 4)]).toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = base58Digits.charAt(Number(value % 58n)) + text;
  return text;
}

/** Writes out a form. */
export function makeToken(form: string, random: Random): string {
  let text = '';
  let rest = form;
  for (let hole = /\{(\w+)(?::(\d+))?\}/.exec(rest); hole; hole = /\{(\w+)(?::(\d+))?\}/.exec(rest)) {
    text += rest.slice(0, hole.index);
    text += fill(hole[1] ?? '', Number(hole[2] ?? 0), random);
    rest = rest.slice(hole.index + hole[0].length);
  }
  return text + rest;
}

function fill(name: string, length: number, random: Random): string {
  switch (name) {
    case 'uuid':
      return uuid(random);
    case 'jwt':
      return jwt(random);
    case 'jwe':
      return jwe(random);
    case 'pem64':
      return pem64(length, random);
    case 'b58c':
      return base58Check(length, random);
    case 'crc62': {
      const body = draw('an', length, random);
      return body + base62(crc32(body));
    }
    default:
      return draw(name, length, random);
  }
}

/** Writes a near miss of a form. */
export function makeMiss(form: string, miss: Miss, random: Random): string {
  const token = makeToken(form, random);
  switch (miss) {
    case 'short':
      return makeToken(
        form
          .replace(
            /\{(\w+):(\d+)\}/g,
            (_, name: string, length: string) => `{${name}:${Math.ceil(Number(length) / 4)}}`,
          )
          .replace('{uuid}', '{hex:8}-{hex:4}'),
        random,
      );
    case 'foreign':
      return foreign(form, random);
    case 'placeholder':
      return makeToken(
        form.replace(/\{(\w+)(?::(\d+))?\}/g, (_, name: string, length: string | undefined) =>
          placeholder(name, Number(length ?? 36)),
        ),
        random,
      );
    case 'checksum':
      return token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    case 'glued':
      return `x${token}x9`;
    case 'publicpem':
      return pem64(300, random, 'PUBLIC');
    case 'jwtplain':
      return `${draw('an', 36, random)}.${draw('an', 60, random)}.${draw('an', 43, random)}`;
    case 'jwtexample':
      return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: '1234567890', name: 'John Doe', iat: 1516239022 })}.${draw('an', 43, random)}`;
    case 'jweplain':
      return Array.from({ length: 5 }, () => draw('an', 30, random)).join('.');
  }
}

function foreign(form: string, random: Random): string {
  const hole = /\{\w+(?::\d+)?\}/.exec(form);
  if (!hole) throw new Error(`No hole in ${form}`);
  const body = makeToken(hole[0], random);
  const middle = Math.min(3, body.length - 1);
  const broken = `${body.slice(0, middle)}§${body.slice(middle + 1)}`;
  return form.slice(0, hole.index) + broken + makeToken(form.slice(hole.index + hole[0].length), random);
}

const placeholder = (name: string, length: number): string =>
  name === 'uuid' ? '00000000-0000-0000-0000-000000000000' : (name === 'd' ? '0' : 'x').repeat(length || 36);
