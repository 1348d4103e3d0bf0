import { ch, isAlphanumeric, isBlank, isLineEnd, setOf } from '../characters.ts';
import type { Emit, Source } from './candidate.ts';

const longestUserInfo = 256;

// `?` and `#` would have to be escaped in a password, but people don't.

const isStop = setOf('"\'`<>\\/');

/**
 * Emits the password of `scheme://user:password@host`; `at` is the offset of `://`.
 * @returns how far it has read.
 */
export function readUrl(source: Source, at: number, emit: Emit): number {
  const { text } = source;
  const from = at + 3;
  const limit = Math.min(text.length, from + longestUserInfo);
  let colon = -1;
  let sign = -1;
  let end = from;
  for (; end < limit; end++) {
    const code = text.charCodeAt(end);
    if (isBlank(code) || isLineEnd(code) || isStop(code)) break;
    if (code === ch.colon && colon < 0) colon = end;
    if (code === ch.at) sign = end;
  }
  source.steps += end - at;
  if (colon < 0 || sign <= colon + 1) return end;
  let scheme = at;
  while (at - scheme < 24 && isScheme(text.charCodeAt(scheme - 1))) scheme--;
  emit({
    kind: 'url',
    name: text.slice(scheme, colon),
    nameStart: scheme,
    start: colon + 1,
    end: sign,
    quote: 0,
  });
  return end;
}

function isScheme(code: number): boolean {
  return isAlphanumeric(code) || code === 43 || code === ch.dash || code === ch.dot;
}
