import { ch, isBlank, isLineEnd, setOf } from '../characters.ts';
import type { Source } from './candidate.ts';
import type { Span } from './names.ts';

const longestBare = 512;

const isStop = setOf('"\'`,;<>&|)]}');

/** `\n`, `\"` and their kind end a bare value that stands inside a string; other backslashes belong to it. */
const escapes = new Set(['n', 'r', 't', '"', "'", '\\', 'u']);

/** Reads an unquoted value: up to a blank or to what closes or separates in any of the languages we know. */
export function readBare(source: Source, at: number): Span | undefined {
  const { text } = source;
  const limit = Math.min(text.length, at + longestBare);
  let end = at;
  for (; end < limit; end++) {
    const code = text.charCodeAt(end);
    if (isBlank(code) || isLineEnd(code)) break;
    if (isStop(code)) break;
    if (code === ch.backslash && (end + 1 >= limit || escapes.has(text.charAt(end + 1)))) break;
  }
  source.steps += end - at;
  if (end === at || end === at + longestBare) return undefined;
  // The full stop of a sentence, the comma of a list.
  while (end > at + 1 && (text.charCodeAt(end - 1) === ch.dot || text.charCodeAt(end - 1) === ch.colon))
    end--;
  return { start: at, end };
}
