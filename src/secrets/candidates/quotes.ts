import { ch, isLineEnd } from '../characters.ts';
import type { Source, Candidate } from './candidate.ts';

/** Longer strings are documents, pictures or keys, which rules of their own know. */
const longestQuoted = 1024;

export type QuotedValue = Pick<Candidate, 'start' | 'end' | 'quote'>;

const entities: readonly (readonly [text: string, quote: number])[] = [
  ['&quot;', ch.doubleQuote],
  ['&#34;', ch.doubleQuote],
  ['&#39;', ch.quote],
  ['&apos;', ch.quote],
];

const isQuote = (code: number): boolean =>
  code === ch.doubleQuote || code === ch.quote || code === ch.backtick;

/** The opening quote at an offset, as it is written there: `"`, `"""`, `\"`, `\\\"`, `&quot;`. */
export function quoteAt(text: string, at: number): { text: string; quote: number } | undefined {
  const code = text.charCodeAt(at);
  if (isQuote(code)) {
    const triple = text.charCodeAt(at + 1) === code && text.charCodeAt(at + 2) === code;
    return { text: text.slice(at, at + (triple ? 3 : 1)), quote: code };
  }
  if (code === ch.backslash) {
    let end = at + 1;
    while (end - at < 4 && text.charCodeAt(end) === ch.backslash) end++;
    const quote = text.charCodeAt(end);
    return isQuote(quote) ? { text: text.slice(at, end + 1), quote } : undefined;
  }
  if (code === ch.ampersand)
    for (const [entity, quote] of entities) if (text.startsWith(entity, at)) return { text: entity, quote };
  return undefined;
}

/** Reads the string that begins at an offset; nothing where no quote stands there or it is not closed on its line. */
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
