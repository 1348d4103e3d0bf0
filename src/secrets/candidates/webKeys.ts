import { ch } from '../characters.ts';
import type { Source } from './candidate.ts';
import type { Span } from './names.ts';

/** How far from `kty` the object around it is read. */
const reach = 2000;
/** The private exponent, scalar or symmetric key of a JSON Web Key; also in JavaScript, where names need no quotes. */
const privateMember = /(?<![\w-])(["']?)[dk]\1\s{0,8}:\s{0,8}["']([\w-]{20,1500})["']/;

/** The private member of a JSON Web Key, and how far the key was read. */
interface WebKey {
  readonly secret: Span | undefined;
  readonly readTo: number;
}

/** Reads the JSON Web Key in which `kty` stands at an offset (RFC 7517). */
export function readWebKey(source: Source, at: number): WebKey {
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

/** 1, 2, 3, …: the bytes that people write into examples. */
function isCounting(value: string): boolean {
  const bytes = Buffer.from(value, 'base64');
  return bytes.every((byte, index) => index === 0 || byte === ((bytes[index - 1] ?? 0) + 1) % 256);
}
