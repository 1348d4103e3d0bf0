import { isUtf8 } from 'node:buffer';
import { ch, isAlphanumeric, setOf } from '../characters.ts';
import type { Source } from './candidate.ts';
import type { Span } from './spans.ts';

/** The longest run of base64 that is decoded, in characters. Longer ones are source maps and pictures. */
const longestRun = 4096;

/**
 * The offset in a group of four characters at which a word's encoded form begins, by the offset of the word in a group
 * of three bytes.
 */
const placesInGroup = [0, 2, 3];

const isMark = setOf('+/-_');
const isBase64 = (code: number): boolean => isAlphanumeric(code) || isMark(code);

/** A run of base64 and the text in it. `text` is undefined if the run is not read or is no text. */
interface EncodedText extends Span {
  readonly text: string | undefined;
}

/**
 * Decodes the run of base64 around a word of `encodedWords`, such as a configuration in a variable or the data of a
 * Kubernetes secret.
 *
 * @param at The offset of the word.
 * @param index Its index in `encodedWords`.
 */
export function readEncodedText(source: Source, at: number, index: number): EncodedText {
  const { text } = source;
  let start = at;
  while (at - start <= longestRun && isBase64(text.charCodeAt(start - 1))) start--;
  let end = at;
  while (end - start <= longestRun && isBase64(text.charCodeAt(end))) end++;
  source.steps += end - start;
  const isToken = text.charCodeAt(start - 1) === ch.dot || text.charCodeAt(end) === ch.dot;
  const isWhole = (at - start) % 4 === placesInGroup[index % 3];
  const decoded =
    isToken || !isWhole || end - start > longestRun ? undefined : decode(text.slice(start, end));
  return { start, end, text: decoded };
}

/** Decodes a run of base64. Returns undefined if it contains no text. */
function decode(encoded: string): string | undefined {
  const bytes = Buffer.from(encoded, 'base64');
  for (const byte of bytes) if (byte < ch.space && !isSpace(byte)) return undefined;
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

const isSpace = setOf('\t\r\n');
