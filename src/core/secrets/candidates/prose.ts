import { ch, isBlank, isLineEnd, isWord } from '../characters.ts';
import { readBare } from './bare.ts';
import type { Candidate, Emit, Source } from './candidate.ts';
import type { Span } from './names.ts';
import { readQuoted } from './quotes.ts';

/** How many words may stand between what is named and what it is: `the password for the new box is …`. */
const mostWords = 6;
const longestWord = 24;
const reachBack = 96;

const copulas = new Set(['is', 'was', 'to', 'are', 'be']);

type Base = Pick<Candidate, 'name' | 'nameStart'>;

/** Emits the value of a sentence whose name is followed by words: `password for the box: x`, `password was set to x`. */
export function readSentence(source: Source, from: number, base: Base, emit: Emit): void {
  const { text } = source;
  let at = from;
  for (let words = 0; words < mostWords; words++) {
    const start = at;
    while (at - start < longestWord && isWord(text.charCodeAt(at))) at++;
    const word = text.slice(start, at).toLowerCase();
    source.steps += at - start + 1;
    const next = text.charCodeAt(at);
    if (next === ch.colon || next === ch.equals) {
      emitAt(source, at + 1, base, emit);
      return;
    }
    if (at === start || !isBlank(next)) return;
    at++;
    // `was changed to x` goes on to the second of its copulas.
    if (copulas.has(word) && !/^[a-z]{2,9} to /.test(text.slice(at, at + 13))) {
      emitAt(source, at, base, emit);
      return;
    }
  }
}

function emitAt(source: Source, from: number, base: Base, emit: Emit): void {
  let at = from;
  while (at - from < 3 && isBlank(source.text.charCodeAt(at))) at++;
  const quoted = readQuoted(source, at);
  const value: Span | undefined = quoted ?? readBare(source, at);
  if (value) emit({ ...base, kind: 'prose', start: value.start, end: value.end, quote: quoted?.quote ?? 0 });
}

const before = /(\S{6,48}) as (?:(?:the|my|your|our|an?) )?(?:\w{1,16} )?$/;

/** Emits the value of `use x as the password`, which stands before its name. */
export function readBefore(source: Source, base: Base, emit: Emit): void {
  const { text } = source;
  const first = Math.max(0, base.nameStart - reachBack);
  const nearby = text.slice(first, base.nameStart);
  const as = nearby.lastIndexOf(' as ');
  source.steps += nearby.length / 8;
  if (as < 0) return;
  const word = before.exec(nearby)?.[1];
  if (word === undefined) return;
  const quoted = /^["'`].*["'`]$/.test(word);
  const start = first + as - word.length + Number(quoted);
  if (isLineEnd(text.charCodeAt(start))) return;
  const quote = quoted ? text.charCodeAt(start - 1) : 0;
  emit({ ...base, kind: 'prose', start, end: first + as - Number(quoted), quote });
}
