import { ch, isAlphanumeric, isWord, isBlank, isLineEnd, setOf } from '../characters.ts';
import type { Source, Candidate } from './candidate.ts';

/** The longest name, in characters. A longer run is data. */
const longestName = 64;

/** A stretch of the scanned text, in UTF-16 code units; `end` is behind the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns whether a character belongs to a name. Dots and dashes do inside of it: `spring.datasource.password`, `db-password`. */
function inName(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isWord(code)) return true;
  if (code !== ch.dash && code !== ch.dot) return false;
  return isAlphanumeric(text.charCodeAt(at - 1)) && isWord(text.charCodeAt(at + 1));
}

/** Returns the identifier around a keyword; undefined if the keyword lies inside a longer run of data. */
export function nameAround(source: Source, hitStart: number, hitEnd: number): Span | undefined {
  const { text } = source;
  let start = hitStart;
  while (start > 0 && hitEnd - start <= longestName && inName(text, start - 1)) start--;
  let end = hitEnd;
  while (end - start <= longestName && inName(text, end)) end++;
  source.steps += end - start;
  return end - start > longestName ? undefined : { start, end };
}

const longestBare = 512;

const isStop = setOf('"\'`,;<>&|)]}');

/** Escapes such as `\n` and `\"` end a bare value inside a string. Other backslashes belong to the value. */
const escapes = new Set(['n', 'r', 't', '"', "'", '\\', 'u']);

/** Reads an unquoted value, up to a blank or a character that closes or separates values in any known language. */
export function readBare(source: Source, at: number): Span | undefined {
  let end = runEnd(source, at);
  if (end === at || end - at > longestBare) return undefined;
  const { text } = source;
  // A full stop or colon at the end belongs to the sentence.
  while (end > at + 1 && (text.charCodeAt(end - 1) === ch.dot || text.charCodeAt(end - 1) === ch.colon))
    end--;
  return { start: at, end };
}

/** Reads each run once, however many names it contains (`password=password=password=…`). */
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

/** The longest string that is judged. Longer ones are documents, pictures or keys, which have their own rules. */
const longestQuoted = 1024;

export type QuotedValue = Pick<Candidate, 'start' | 'end' | 'quote'>;

const entities: readonly (readonly [text: string, quote: number])[] = [
  ['&quot;', ch.doubleQuote],
  ['&#34;', ch.doubleQuote],
  ['&#39;', ch.quote],
  ['&#x27;', ch.quote],
  ['&#x22;', ch.doubleQuote],
  ['&apos;', ch.quote],
];

/** Backslashes before a quote: 7 for JSON in a string of JSON in a string of JSON. */
const mostBackslashes = 7;

const isQuote = (code: number): boolean =>
  code === ch.doubleQuote || code === ch.quote || code === ch.backtick;

/** Returns the opening quote at an offset as it is written there: `"`, `"""`, `\"`, `\\\"`, `&quot;`. */
export function quoteAt(text: string, at: number): { text: string; quote: number } | undefined {
  const code = text.charCodeAt(at);
  if (isQuote(code)) {
    const triple = text.charCodeAt(at + 1) === code && text.charCodeAt(at + 2) === code;
    return { text: text.slice(at, at + (triple ? 3 : 1)), quote: code };
  }
  if (code === ch.backslash) {
    let end = at + 1;
    while (end - at < mostBackslashes && text.charCodeAt(end) === ch.backslash) end++;
    const quote = text.charCodeAt(end);
    return isQuote(quote) ? { text: text.slice(at, end + 1), quote } : undefined;
  }
  if (code === ch.ampersand)
    for (const [entity, quote] of entities) if (text.startsWith(entity, at)) return { text: entity, quote };
  return undefined;
}

/** Returns the string that begins at an offset; undefined without a quote, or if it is not closed on its line. */
export function readQuoted(source: Source, at: number): QuotedValue | undefined {
  const { text, unclosed } = source;
  const open = quoteAt(text, at);
  if (!open) return undefined;
  if (open.text === unclosed.quote && at >= unclosed.start && at < unclosed.end) return undefined;
  const start = at + open.text.length;
  const limit = Math.min(text.length, start + longestQuoted);
  const first = open.text.charCodeAt(0);
  let end = start;
  for (; end < limit; end++) {
    const code = text.charCodeAt(end);
    if (code === first && (open.text.length === 1 || text.startsWith(open.text, end))) {
      source.steps += end - at;
      return { start, end, quote: open.quote };
    }
    if (isLineEnd(code)) break;
    if (code === ch.backslash) end++;
  }
  source.steps += end - at;
  Object.assign(unclosed, { quote: open.text, start: at, end });
  return undefined;
}

/** Returns the offset behind blanks and ends of lines, of which at most `most` are skipped. */
export function skipSpace(text: string, from: number, most: number): number {
  let at = from;
  while (at - from < most && (isBlank(text.charCodeAt(at)) || isLineEnd(text.charCodeAt(at)))) at++;
  return at;
}

/** Returns the offset behind at most `most` blanks. */
export function skipBlanks(text: string, from: number, most: number): number {
  let at = from;
  while (at - from < most && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Returns the offset before at most `most` blanks. */
export function skipBlanksBack(text: string, from: number, most: number): number {
  let at = from;
  while (from - at < most && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}
