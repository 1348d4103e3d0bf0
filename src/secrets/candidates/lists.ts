import { ch, isAlphanumeric, isBlank, isDigit, isLineEnd, setOf } from '../characters.ts';
import { type Candidate, candidateOf, type Emit, type Named, type Source } from './candidate.ts';
import { withoutScheme } from './headers.ts';
import { type QuotedValue, quoteAt, readBare, readQuoted, skipSpace } from './spans.ts';

/** Emits a list of bytes as one value, or the values of a list that agree. Returns whether there was such a list. */
export function readList(source: Source, at: number, base: Named, emit: Emit): boolean {
  const bytes = readBytes(source, at, base);
  if (bytes) emit(bytes);
  const siblings = bytes ? [] : readSiblings(source, at);
  for (const value of siblings) emit(withoutScheme(source.text, candidateOf('assignment', base, value)));
  return bytes !== undefined || siblings.length > 0;
}

const isOpener = setOf('[{(');

/** Characters before the first byte, as in `new byte[] {` and `Uint8Array.from([`. */
const opening = 40;
/** The fewest bytes of a key, and the most of a private one. */
const fewestBytes = 16;
const mostBytes = 128;

/** The most blanks and ends of lines between two bytes. */
const byteGap = 40;

/** A byte as programs write it; Java's are signed. */
const byte = /^(?:\(byte\) ?)?(-?\d{1,3}|0x[\da-f]{1,2})\b/i;
const isInOpening = setOf(' .[]{}()<>&');

/**
 * Returns the candidate of a key that is written as a list of bytes: `{0x3f, 0x9f, …}`, `[63, 159, …]`. Its value is
 * the hexadecimal form of the bytes. Returns undefined for another value, and for bytes that are not random.
 */
function readBytes(source: Source, from: number, name: Named): Candidate | undefined {
  const start = firstByte(source, from);
  if (start === undefined) return undefined;
  const { text } = source;
  const bytes: number[] = [];
  let at = start;
  let end = start;
  while (bytes.length <= mostBytes) {
    const found = byte.exec(text.slice(at, at + 16));
    if (!found) break;
    const number = Number(found[1]);
    if (number > 255 || number < -128) return undefined;
    bytes.push(number & 255);
    end = at + found[0].length;
    at = skipSpace(text, end, byteGap);
    if (text.charCodeAt(at) !== ch.comma) break;
    at = skipSpace(text, at + 1, byteGap);
  }
  source.steps += at - from;
  if (bytes.length < fewestBytes || bytes.length > mostBytes || !areRandom(bytes)) return undefined;
  return candidateOf('assignment', name, { start, end }, Buffer.from(bytes).toString('hex'));
}

/** Returns the offset of the first byte of a list that begins at an offset, behind its type and brackets. */
function firstByte({ text }: Source, from: number): number | undefined {
  for (let at = from; at - from < opening; at++) {
    const code = text.charCodeAt(at);
    if (isOpener(code)) {
      const first = skipSpace(text, at + 1, byteGap);
      const next = text.charCodeAt(first);
      const isNumber = isDigit(next) || next === ch.dash || text.startsWith('(byte', first);
      if (isNumber && byte.test(text.slice(first, first + 16))) return first;
    }
    if (!isAlphanumeric(code) && !isInOpening(code)) return undefined;
  }
  return undefined;
}

/** Returns whether bytes may be random. Those of tables of codes, of masks and of counting tests are not. */
function areRandom(bytes: readonly number[]): boolean {
  let rises = 0;
  for (let i = 1; i < bytes.length; i++) if ((bytes[i] ?? 0) > (bytes[i - 1] ?? 0)) rises++;
  const share = rises / (bytes.length - 1);
  const large = bytes.filter((code) => code > 127).length / bytes.length;
  return share > 0.2 && share < 0.8 && large > 0.2 && large < 0.8 && new Set(bytes).size > bytes.length * 0.6;
}

/** Limits in a list: elements, and characters between two of them. */
const mostElements = 64;
const siblingGap = 96;
/** The shortest elements that are read: shorter ones have the same length by chance. */
const shortestElement = 12;

/** Returns the values of a list (brackets, YAML, or bare) if all have one length and a digit; otherwise none. */
function readSiblings(source: Source, from: number): readonly QuotedValue[] {
  const { text } = source;
  const first = text.charCodeAt(from);
  const isBracketed = isOpener(first);
  const isLines = isLineEnd(first);
  let at = isBracketed || isLines ? skipSpace(text, from + 1, siblingGap) : from;
  if (!mayBeList(source, at, isBracketed ? 'brackets' : isLines ? 'lines' : 'bare')) return [];
  const siblings: QuotedValue[] = [];
  while (siblings.length < mostElements) {
    if (isLines) {
      if (text.charCodeAt(at) !== ch.dash || !isBlank(text.charCodeAt(at + 1))) break;
      at += 2;
    }
    const element = elementAt(source, at);
    if (!element || !agrees(text, element, siblings[0])) break;
    siblings.push(element);
    at = element.end + (element.quote ? 1 : 0);
    if (!isLines && text.charCodeAt(at) !== ch.comma) break;
    at = isBracketed || isLines ? skipSpace(text, isLines ? at : at + 1, siblingGap) : at + 1;
  }
  source.steps += at - from;
  return siblings.length > 1 ? siblings : [];
}

/** Returns whether a list may begin at an offset: its first characters exclude nearly all other values at once. */
function mayBeList(source: Source, at: number, form: 'brackets' | 'lines' | 'bare'): boolean {
  const { text } = source;
  if (form === 'brackets') return quoteAt(text, at) !== undefined;
  if (form === 'lines') return text.charCodeAt(at) === ch.dash && isBlank(text.charCodeAt(at + 1));
  const bare = readBare(source, at);
  return bare !== undefined && text.charCodeAt(bare.end) === ch.comma;
}

function elementAt(source: Source, at: number): QuotedValue | undefined {
  const quoted = readQuoted(source, at);
  if (quoted) return quoted;
  const bare = readBare(source, at);
  return bare && { ...bare, quote: 0 };
}

function agrees(text: string, { start, end }: QuotedValue, first: QuotedValue | undefined): boolean {
  if (end - start < shortestElement || (first && end - start !== first.end - first.start)) return false;
  for (let at = start; at < end; at++) if (isDigit(text.charCodeAt(at))) return true;
  return false;
}
