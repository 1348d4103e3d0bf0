import { ch, isBlank, isLineEnd, setOf } from '../characters.ts';
import type { Source } from './candidate.ts';
import type { Span } from './names.ts';

const longestBare = 512;

const isStop = setOf('"\'`,;<>&|)]}');

/** `\n`, `\"` and their kind end a bare value that stands inside a string; other backslashes belong to it. */
const escapes = new Set(['n', 'r', 't', '"', "'", '\\', 'u']);

/** Reads an unquoted value: up to a blank or to what closes or separates in any of the languages we know. */
export function readBare(source: Source, at: number): Span | undefined {
  let end = runEnd(source, at);
  if (end === at || end - at > longestBare) return undefined;
  const { text } = source;
  // The full stop of a sentence, the comma of a list.
  while (end > at + 1 && (text.charCodeAt(end - 1) === ch.dot || text.charCodeAt(end - 1) === ch.colon))
    end--;
  return { start: at, end };
}

/** Each run is read once, however many names it holds (`password=password=password=…`). */
function runEnd(source: Source, at: number): number {
  const { text, run } = source;
  if (at >= run.start && at < run.end) return run.end;
  let end = at;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (isBlank(code) || isLineEnd(code) || isStop(code)) break;
    if (code === ch.backslash && (end + 1 >= text.length || escapes.has(text.charAt(end + 1)))) break;
  }
  source.steps += end - at;
  run.start = at;
  run.end = end;
  return end;
}
