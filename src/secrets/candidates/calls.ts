import { ch, isLineEnd } from '../characters.ts';
import type { Emit, Source } from './candidate.ts';
import type { Span } from './names.ts';
import { readQuoted, type QuotedValue } from './quotes.ts';

/** How far behind the opening parenthesis arguments are read. */
const reach = 240;

/**
 * Emits the argument of a call that takes a user and a password, none of which says so: `getConnection(url, "app", "x")`.
 * A single argument is no pair.
 * @param call the name of the call with its parenthesis.
 * @param place of the password among the arguments, counted from 1; undefined for the last.
 * @returns how far it has read.
 */
export function readLoginCall(source: Source, call: Span, place: number | undefined, emit: Emit): number {
  const { text } = source;
  const limit = Math.min(text.length, call.end + reach);
  /** The string of each argument that has one; its index is its place. */
  const strings: (QuotedValue | undefined)[] = [];
  let argument = 1;
  let at = call.end;
  for (; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code) || code === ch.close || code === ch.semicolon) break;
    if (code === ch.comma) argument++;
    const quoted = readQuoted(source, at);
    if (!quoted) continue;
    strings[argument] = quoted;
    at = quoted.end;
  }
  source.steps += at - call.end;
  const password = strings[place ?? argument];
  if (password && argument > 1) emit({ kind: 'call', name: 'password', nameStart: call.start, ...password });
  return at;
}
