import { ch, isLineEnd } from '../characters.ts';
import type { Emit, Source } from './candidate.ts';
import { readQuoted } from './quotes.ts';

/** How far behind the opening parenthesis arguments are read. */
const reach = 240;

/**
 * Emits the last string among the arguments of a call that takes a user and a password, none of which says so:
 * `getConnection(url, "app", "x")`. A single string is no pair.
 * @returns how far it has read.
 */
export function readLoginCall(source: Source, start: number, end: number, emit: Emit): number {
  const { text } = source;
  const limit = Math.min(text.length, end + reach);
  let last: ReturnType<typeof readQuoted>;
  let commas = 0;
  let at = end;
  for (; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code) || code === ch.close || code === ch.semicolon) break;
    if (code === ch.comma) commas++;
    const quoted = readQuoted(source, at);
    if (!quoted) continue;
    last = quoted;
    at = quoted.end;
  }
  source.steps += at - end;
  if (last && commas > 0 && text.slice(last.end + 1, at).trim() === '')
    emit({ kind: 'call', name: 'password', nameStart: start, ...last });
  return at;
}
