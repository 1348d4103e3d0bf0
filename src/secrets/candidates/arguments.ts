import { ch, isBlank, isLineEnd, isWord } from '../characters.ts';
import { candidateOf, type Emit, type Named, type Source } from './candidate.ts';
import { readBare, readQuoted, skipBlanksBack, type Span, type QuotedValue } from './spans.ts';

/** The number of characters behind a program's name in which its options are read. */
const reach = 240;

/**
 * Emits the passwords of `-u user:password`, `-p password` and `-ppassword` for programs that have such options, and of `-w
 * password` for those of LDAP.
 *
 * @returns The offset up to which it has read.
 */
export function readCommandLine(source: Source, start: number, end: number, emit: Emit): number {
  const { text } = source;
  if (isWord(text.charCodeAt(start - 1))) return 0;
  const limit = Math.min(text.length, end + reach);
  const letters = text.startsWith('ldap', start) ? 'w' : 'paPb';
  let at = end;
  for (; at < limit && !isLineEnd(text.charCodeAt(at)); at++) {
    if (!isBlank(text.charCodeAt(at - 1))) continue;
    if (text.charCodeAt(at) === ch.slash) readSlashOption(source, at, emit);
    if (text.charCodeAt(at) !== ch.dash) continue;
    const option = text.charAt(at + 1);
    if (option === 'u' || option === 'U') readUser(source, at, afterOption(text, at + 2), emit);
    else if (text.startsWith('--user', at)) readUser(source, at, afterOption(text, at + 6), emit);
    else if (option !== '' && letters.includes(option)) readOption(source, at, 2, emit);
  }
  source.steps += at - end;
  return at;
}

function afterOption(text: string, from: number): number {
  let at = from;
  while (at - from < 4 && (isBlank(text.charCodeAt(at)) || text.charCodeAt(at) === ch.equals)) at++;
  return at;
}

/** Windows: `/user:name value`, `/p value`, `/rp value`. */
function readSlashOption(source: Source, at: number, emit: Emit): void {
  const { text } = source;
  if (text.startsWith('/user:', at)) readBehindUser(source, at, emit);
  else if (text.startsWith('/p ', at)) readOption(source, at, 2, emit);
  else if (text.startsWith('/rp ', at)) readOption(source, at, 3, emit);
}

/** Emits the part behind the colon. Samba's tools use a percent sign instead. */
function readUser(source: Source, option: number, at: number, emit: Emit): void {
  const { text } = source;
  const quoted = readQuoted(source, at);
  const value = quoted ?? readBare(source, at);
  if (!value) return;
  const sign = /[:%]/.exec(text.slice(at, value.end - 1))?.index;
  if (sign === undefined) return;
  const password = { start: at + sign + 1, end: value.end, quote: quoted?.quote ?? 0 };
  emit(candidateOf('flag', { name: 'user-password', nameStart: option }, password));
}

/** Reads `-p value` or `-pvalue`, but not `-port` or `-p 8080`. `length` is the length of the option itself. */
function readOption(source: Source, option: number, length: number, emit: Emit): void {
  emitValue(source, afterOption(source.text, option + length), { name: 'p', nameStart: option + 1 }, emit);
}

function emitValue(source: Source, at: number, name: Named, emit: Emit): void {
  const value = readQuoted(source, at) ?? readBare(source, at);
  if (value) emit(candidateOf('flag', name, value));
}

/** `/user:name value`. */
function readBehindUser(source: Source, option: number, emit: Emit): void {
  const user = readBare(source, option);
  if (!user) return;
  const value = readBare(source, afterOption(source.text, user.end));
  if (value) emit(candidateOf('flag', { name: 'user-password', nameStart: option }, value));
}

/** Emits the argument behind `skip` others: the program takes a password in this position, without a name. */
export function readPositional(source: Source, end: number, skip: number, emit: Emit): void {
  let at = end;
  for (let skipped = 0; skipped < skip; skipped++) {
    const argument = readBare(source, at);
    if (!argument) return;
    at = afterOption(source.text, argument.end);
  }
  emitValue(source, at, { name: 'password', nameStart: end }, emit);
}

/** The number of characters before a pipe in which the command that feeds it is read. */
const longestEcho = 160;

/** Emits the value of `echo value |` before a program that reads a password. `pipe` is the offset of the bar. */
export function readPiped(source: Source, pipe: number, emit: Emit): void {
  const { text } = source;
  let end = skipBlanksBack(text, pipe, 4);
  const last = text.charCodeAt(end - 1);
  const quote = last === ch.quote || last === ch.doubleQuote ? last : 0;
  if (quote) end--;
  const first = Math.max(0, end - longestEcho);
  let start = end;
  const isEdge = (code: number): boolean => (quote ? code === quote : isBlank(code)) || isLineEnd(code);
  while (start > first && !isEdge(text.charCodeAt(start - 1))) start--;
  source.steps += pipe - start;
  const before = text.slice(Math.max(0, start - 12), quote ? start - 1 : start);
  // `chpasswd` reads users and passwords.
  if (text.startsWith('chpasswd', pipe + 2)) start += text.slice(start, end).indexOf(':') + 1;
  if (start < end && /\b(?:echo|printf|echo -n) $/.test(before))
    emit(candidateOf('flag', { name: 'password', nameStart: start }, { start, end, quote }));
}

/** The number of characters behind the opening parenthesis in which arguments are read. */
const argumentReach = 240;

/**
 * Emits the password of a call that takes a user and a password as unnamed arguments: `getConnection(url, "app", "x")`.
 * Emits nothing for a single argument.
 *
 * @param call The span of the call's name with its parenthesis.
 * @param passwordIndex The position of the password among the arguments, from 1; undefined for the last argument.
 * @returns The offset up to which it has read.
 */
export function readLoginCall(
  source: Source,
  call: Span,
  passwordIndex: number | undefined,
  emit: Emit,
): number {
  const { text } = source;
  const limit = Math.min(text.length, call.end + argumentReach);
  /** The strings among the arguments, by the position of the argument. */
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
  const password = strings[passwordIndex ?? argument];
  if (password && argument > 1)
    emit(candidateOf('call', { name: 'password', nameStart: call.start }, password));
  return at;
}
