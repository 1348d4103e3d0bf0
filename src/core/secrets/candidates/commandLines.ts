import { ch, isBlank, isLineEnd, isWord } from '../characters.ts';
import { readBare } from './bare.ts';
import type { Emit, Source } from './candidate.ts';
import { readQuoted } from './quotes.ts';

/** How far behind the program's name its options are read. */
const reach = 240;

/**
 * Emits what `-u user:password`, `-p password` and `-ppassword` give to a program that takes a password so.
 * @returns how far it has read.
 */
export function readCommandLine(source: Source, start: number, end: number, emit: Emit): number {
  const { text } = source;
  if (isWord(text.charCodeAt(start - 1))) return 0;
  const limit = Math.min(text.length, end + reach);
  let at = end;
  for (; at < limit && !isLineEnd(text.charCodeAt(at)); at++) {
    if (!isBlank(text.charCodeAt(at - 1))) continue;
    if (text.charCodeAt(at) === ch.slash && text.startsWith('/user:', at)) readBehindUser(source, at, emit);
    if (text.charCodeAt(at) !== ch.dash) continue;
    const option = text.charAt(at + 1);
    if (option === 'u' || text.startsWith('--user', at))
      readUser(source, at, afterOption(text, at + (option === 'u' ? 2 : 6)), emit);
    else if (option === 'p' || option === 'a' || option === 'P') readOption(source, at, emit);
  }
  source.steps += at - end;
  return at;
}

function afterOption(text: string, from: number): number {
  let at = from;
  while (at - from < 4 && (isBlank(text.charCodeAt(at)) || text.charCodeAt(at) === ch.equals)) at++;
  return at;
}

/** The part behind the colon. */
function readUser(source: Source, option: number, at: number, emit: Emit): void {
  const { text } = source;
  const quoted = readQuoted(source, at);
  const value = quoted ?? readBare(source, at);
  if (!value) return;
  const colon = text.indexOf(':', at);
  if (colon < 0 || colon >= value.end - 1) return;
  const base = { kind: 'flag', name: 'user-password', nameStart: option } as const;
  emit({ ...base, start: colon + 1, end: value.end, quote: quoted?.quote ?? 0 });
}

/** `-p value` or `-pvalue`, but not `-port` or `-p 8080`. */
function readOption(source: Source, option: number, emit: Emit): void {
  const { text } = source;
  const at = afterOption(text, option + 2);
  const base = { kind: 'flag', name: 'p', nameStart: option + 1 } as const;
  const quoted = readQuoted(source, at);
  const value = quoted ?? readBare(source, at);
  if (value) emit({ ...base, start: value.start, end: value.end, quote: quoted?.quote ?? 0 });
}

/** `/user:name value`. */
function readBehindUser(source: Source, option: number, emit: Emit): void {
  const user = readBare(source, option);
  if (!user) return;
  const value = readBare(source, afterOption(source.text, user.end));
  const base = { kind: 'flag', name: 'user-password', nameStart: option } as const;
  if (value) emit({ ...base, start: value.start, end: value.end, quote: 0 });
}

/** How far before a pipe the command that feeds it is read. */
const longestEcho = 160;

/** Emits what `echo value |` hands to a program that reads a password; `pipe` is the offset of the bar. */
export function readPiped(source: Source, pipe: number, emit: Emit): void {
  const { text } = source;
  let end = pipe;
  while (pipe - end < 4 && isBlank(text.charCodeAt(end - 1))) end--;
  const last = text.charCodeAt(end - 1);
  const quote = last === ch.quote || last === ch.doubleQuote ? last : 0;
  if (quote) end--;
  const first = Math.max(0, end - longestEcho);
  let start = end;
  const isEdge = (code: number): boolean => (quote ? code === quote : isBlank(code)) || isLineEnd(code);
  while (start > first && !isEdge(text.charCodeAt(start - 1))) start--;
  source.steps += pipe - start;
  const before = text.slice(Math.max(0, start - 12), quote ? start - 1 : start);
  if (start < end && /\b(?:echo|printf|echo -n) $/.test(before))
    emit({ kind: 'flag', name: 'password', nameStart: start, start, end, quote });
}
