import { isUtf8 } from 'node:buffer';
import { ch, isAlphanumeric, isLineEnd, setOf } from '../characters.ts';
import type { Source } from './candidate.ts';
import { skipBlanks, skipBlanksBack, type Span } from './spans.ts';

/** Programs break base64 into lines of 60, 64, 72 or 76 characters. Shorter runs are words. */
const shortestLine = 40;

const isMark = setOf('+/-_');
const isBase64 = (code: number): boolean => isAlphanumeric(code) || isMark(code);

/** Signs behind the last line of a block; anything else belongs to another text. */
const endsBlock = setOf('="\'`\\,;<)} \t\r\n');

interface Block extends Span {
  /** The characters of all lines without what separates them. */
  readonly encoded: string;
}

/** Returns the start of the run of base64 around an offset, or an offset more than `most` characters before. */
function runStart(text: string, at: number, most: number): number {
  let start = at;
  while (at - start <= most && isBase64(text.charCodeAt(start - 1))) start--;
  // The letter of `\n` in a string belongs to no run.
  return start < at && text.startsWith('\\n', start - 1) ? start + 1 : start;
}

/** Reads the base64 at an offset: a run, and the lines behind it of the same width. The last one may be shorter. */
export function readBlock(source: Source, start: number): Block {
  const { text } = source;
  let end = runEnd(text, start);
  const width = end - start;
  const lines = [text.slice(start, end)];
  const isWrapped = width >= shortestLine && width % 4 === 0;
  for (let last = width; isWrapped && last === width;) {
    const from = lineBehind(text, end);
    if (from === undefined) break;
    const to = runEnd(text, from);
    last = to - from;
    const isLine = last > 0 && last <= width && (to === text.length || endsBlock(text.charCodeAt(to)));
    if (!isLine) break;
    lines.push(text.slice(from, to));
    end = to;
  }
  source.steps += end - start;
  return { start, end, encoded: lines.join('') };
}

/** Returns the starts of the lines that a run at an offset continues, the nearest first, up to `most` characters before it. */
function linesBefore(source: Source, start: number, most: number): number[] {
  const { text } = source;
  const starts: number[] = [];
  let first = start;
  let width = 0;
  while (start - first <= most) {
    const end = lineEndBefore(text, first);
    if (end === undefined) break;
    const from = runStart(text, end, most);
    const length = end - from;
    if (length < shortestLine || length % 4 !== 0 || (width > 0 && length !== width)) break;
    width = length;
    first = from;
    starts.push(from);
  }
  source.steps += start - first;
  return starts;
}

function runEnd(text: string, start: number): number {
  let end = start;
  while (isBase64(text.charCodeAt(end))) end++;
  return end;
}

/** The deepest indentation of a line, in characters. */
const mostBlanks = 32;

/** Returns the start of the next line, behind its indentation; undefined if no line ends at an offset. */
function lineBehind(text: string, end: number): number | undefined {
  let at = end;
  if (text.startsWith('\\n', at)) at += 2;
  else {
    if (text.charCodeAt(at) === ch.return) at++;
    if (text.charCodeAt(at) !== ch.newline) return undefined;
    at++;
  }
  return skipBlanks(text, at, mostBlanks);
}

/** Returns the end of the line before the one that begins at an offset; undefined if other text stands before it. */
function lineEndBefore(text: string, start: number): number | undefined {
  if (text.startsWith('\\n', start - 2)) return start - 2;
  const from = skipBlanksBack(text, start, mostBlanks);
  let at = from;
  while (from - at < 2 && isLineEnd(text.charCodeAt(at - 1))) at--;
  return at < from ? at : undefined;
}

/** The longest base64 that is decoded, in characters. Longer texts are source maps and pictures. */
const longest = 4096;

/** The index in four characters of base64 at which a word begins, by the word's offset in a group of three bytes. */
const placesInGroup = [0, 2, 3];

/** Base64 and the text in it. `text` is undefined if the base64 is not read or contains no text. */
interface EncodedText extends Span {
  readonly text: string | undefined;
}

/**
 * Decodes the base64 around a word of `encodedWords`, such as a configuration in a variable or the data of a
 * Kubernetes secret, in one or several lines.
 *
 * @param at The offset of the word.
 * @param index Its index in `encodedWords`.
 */
export function readEncodedText(source: Source, at: number, index: number): EncodedText {
  const { text } = source;
  const own = runStart(text, at, longest);
  // Lines are decoded in groups of four characters, so the place of the word shows whether this is base64 of a text.
  if (at - own > longest || (at - own) % 4 !== placesInGroup[index % 3]) {
    const end = runEnd(text, at);
    source.steps += end - own;
    return { start: own, end, text: undefined };
  }
  const start = linesBefore(source, own, longest).at(-1) ?? own;
  const { end, encoded } = readBlock(source, start);
  const isToken = text.charCodeAt(start - 1) === ch.dot || text.charCodeAt(end) === ch.dot;
  return { start, end, text: isToken || encoded.length > longest ? undefined : decode(encoded) };
}

function decode(encoded: string): string | undefined {
  const bytes = Buffer.from(encoded, 'base64');
  for (const byte of bytes) if (byte < ch.space && !isSpace(byte)) return undefined;
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

const isSpace = setOf('\t\r\n');
