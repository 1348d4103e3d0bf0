import { isUtf8 } from 'node:buffer';
import { ch, setOf } from '../characters.ts';
import type { Source } from './candidate.ts';
import type { Span } from './spans.ts';
import { linesBefore, readBlock, runEnd, runStart } from './wrappedBase64.ts';

/** The longest base64 that is decoded, in characters. Longer texts are source maps and pictures. */
const longest = 4096;

/**
 * The offset in a group of four characters at which a word's encoded form begins, by the offset of the word in a group
 * of three bytes.
 */
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
