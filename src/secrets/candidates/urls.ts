import { ch, isAlphanumeric, isBlank, isLineEnd, setOf } from '../characters.ts';
import { candidateOf, type Emit, type Source } from './candidate.ts';

const longestUserInfo = 256;

// `?` and `#` must be escaped in the password of a URL, but users often do not escape them.

const isStop = setOf('"\'`<>\\/');

/** Emits the password of `scheme://user:password@host` with `://` at `at`. Returns the offset up to which it read. */
export function readUrl(source: Source, at: number, emit: Emit): number {
  const { text } = source;
  const { mark: colon, sign, end } = readLogin(text, at + 3, ch.colon);
  source.steps += end - at;
  if (colon < 0 || sign <= colon + 1) return end;
  let scheme = at;
  while (at - scheme < 24 && isScheme(text.charCodeAt(scheme - 1))) scheme--;
  const name = { name: text.slice(scheme, colon), nameStart: scheme };
  emit(candidateOf('url', name, { start: colon + 1, end: sign }));
  return end;
}

/** Returns the first mark and the last `@` of `user:password@host`, -1 without, and the end of the login. */
function readLogin(
  text: string,
  from: number,
  separator: number,
): { mark: number; sign: number; end: number } {
  const limit = Math.min(text.length, from + longestUserInfo);
  let mark = -1;
  let sign = -1;
  let end = from;
  for (; end < limit; end++) {
    const code = text.charCodeAt(end);
    if (isBlank(code) || isLineEnd(code) || (isStop(code) && code !== separator)) break;
    if (code === separator && mark < 0) mark = end;
    // A host may contain slashes, and a password may contain an @.
    if (code === ch.at) sign = end;
  }
  return { mark, sign, end };
}

function isScheme(code: number): boolean {
  return isAlphanumeric(code) || code === 43 || code === ch.dash || code === ch.dot;
}

/** Emits the password of Oracle's `user/password@host` at an offset. Returns the offset up to which it has read. */
export function readSlashLogin(source: Source, at: number, emit: Emit): number {
  const { text } = source;
  const { mark: slash, sign, end } = readLogin(text, at, ch.slash);
  source.steps += end - at;
  if (slash > at && sign > slash + 1)
    emit(candidateOf('url', { name: text.slice(at, slash), nameStart: at }, { start: slash + 1, end: sign }));
  return end;
}

/**
 * Emits the password of a line in a PostgreSQL password file, `host:5432:database:user:password`. `at` is the offset of
 * the colon before the port, `end` the offset behind the colon after it.
 *
 * @returns The offset up to which it has read.
 */
export function readPasswordFileLine(source: Source, at: number, end: number, emit: Emit): number {
  const { text } = source;
  let start = at;
  while (at - start < 64 && isHost(text.charCodeAt(start - 1))) start--;
  source.steps += at - start;
  if (start > 0 && !isLineEnd(text.charCodeAt(start - 1))) return end;
  const limit = Math.min(text.length, end + longestUserInfo);
  let colons = 0;
  let from = end;
  let stop = end;
  for (; stop < limit && !isLineEnd(text.charCodeAt(stop)); stop++) {
    if (isBlank(text.charCodeAt(stop))) return stop;
    if (text.charCodeAt(stop) !== ch.colon || colons === 2) continue;
    colons++;
    from = stop + 1;
  }
  source.steps += stop - end;
  if (colons === 2 && stop > from)
    emit(candidateOf('url', { name: text.slice(start, at), nameStart: start }, { start: from, end: stop }));
  return stop;
}

function isHost(code: number): boolean {
  return isScheme(code) || code === ch.star;
}
