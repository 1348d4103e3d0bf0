import { ch, isAlphanumeric, isDigit, setOf } from '../characters.ts';
import { type Candidate, candidateOf, type Named, type Source } from './candidate.ts';
import { skipSpace } from './spans.ts';

/** Characters before the first byte, as in `new byte[] {` and `Uint8Array.from([`. */
const opening = 40;
/** The fewest bytes of a key, and the most of a private one. */
const shortest = 16;
const longest = 128;

/** The most blanks and ends of lines between two bytes. */
const gap = 40;

/** A byte as programs write it; Java's are signed. */
const byte = /^(?:\(byte\) ?)?(-?\d{1,3}|0x[\da-f]{1,2})\b/i;
const isOpener = setOf('[{(');
const isInOpening = setOf(' .[]{}()<>&');

/**
 * Returns the candidate of a key that is written as a list of bytes: `{0x3f, 0x9f, …}`, `[63, 159, …]`. Its value is the
 * hexadecimal form of the bytes. Returns undefined for another value, and for bytes that are not random.
 */
export function readBytes(source: Source, from: number, name: Named): Candidate | undefined {
  const start = firstByte(source, from);
  if (start === undefined) return undefined;
  const { text } = source;
  const bytes: number[] = [];
  let at = start;
  let end = start;
  while (bytes.length <= longest) {
    const found = byte.exec(text.slice(at, at + 16));
    if (!found) break;
    const number = Number(found[1]);
    if (number > 255 || number < -128) return undefined;
    bytes.push(number & 255);
    end = at + found[0].length;
    at = skipSpace(text, end, gap);
    if (text.charCodeAt(at) !== ch.comma) break;
    at = skipSpace(text, at + 1, gap);
  }
  source.steps += at - from;
  if (bytes.length < shortest || bytes.length > longest || !areRandom(bytes)) return undefined;
  return candidateOf('assignment', name, { start, end }, Buffer.from(bytes).toString('hex'));
}

/** Returns the offset of the first byte of a list that begins at an offset, behind its type and brackets. */
function firstByte({ text }: Source, from: number): number | undefined {
  for (let at = from; at - from < opening; at++) {
    const code = text.charCodeAt(at);
    if (isOpener(code)) {
      const first = skipSpace(text, at + 1, gap);
      const next = text.charCodeAt(first);
      const isNumber = isDigit(next) || next === ch.dash || text.startsWith('(byte', first);
      if (isNumber && byte.test(text.slice(first, first + 16))) return first;
    }
    if (!isAlphanumeric(code) && !isInOpening(code)) return undefined;
  }
  return undefined;
}

/**
 * Returns whether bytes may have been drawn: few of them repeat, they neither rise nor fall all the time, and some are
 * large. Tables of codes, masks and counting tests are different.
 */
function areRandom(bytes: readonly number[]): boolean {
  let rises = 0;
  for (let i = 1; i < bytes.length; i++) if ((bytes[i] ?? 0) > (bytes[i - 1] ?? 0)) rises++;
  const share = rises / (bytes.length - 1);
  const large = bytes.filter((code) => code > 127).length / bytes.length;
  return share > 0.2 && share < 0.8 && large > 0.2 && large < 0.8 && new Set(bytes).size > bytes.length * 0.6;
}
