import { ch, isBlank, isLineEnd } from '../characters.ts';
import { readBare } from './bare.ts';
import type { Candidate, Emit, Source } from './candidate.ts';
import { behindCopula, isPlainWord, proseWordEnd } from './copula.ts';
import type { Span } from './names.ts';
import { readQuoted } from './quotes.ts';
import { afterValue } from './vocabulary.data.ts';

/** How many words may stand between what is named and what it is: `the password for the new box is …`. */
const mostWords = 8;
const longestWord = 24;
const reachBack = 96;
const longestValue = 48;
const shortestValue = 6;

type Base = Pick<Candidate, 'name' | 'nameStart'>;

/** Emits the value of a sentence whose name is followed by words: `password for the box: x`, `password was set to x`. */
export function readSentence(source: Source, from: number, base: Base, emit: Emit): void {
  const { text } = source;
  let at = from;
  for (let words = 0; words < mostWords; words++) {
    const value = behindCopula(text, at);
    // `was changed to x` goes on to the second of its copulas.
    if (value !== undefined && !isPlainWord(text.slice(value, proseWordEnd(text, value, longestWord)))) {
      emitAt(source, value, base, emit);
      return;
    }
    const end = proseWordEnd(text, at, longestWord);
    source.steps += end - at + 1;
    const next = text.charCodeAt(end);
    if (next === ch.colon || next === ch.equals) {
      emitAt(source, end + 1, base, emit);
      return;
    }
    if (end === at || !isBlank(next)) return;
    at = end + 1;
  }
}

function emitAt(source: Source, from: number, base: Base, emit: Emit): void {
  let at = from;
  while (at - from < 3 && isBlank(source.text.charCodeAt(at))) at++;
  const quoted = readQuoted(source, at);
  const value: Span | undefined = quoted ?? readBare(source, at);
  if (value) emit({ ...base, kind: 'prose', start: value.start, end: value.end, quote: quoted?.quote ?? 0 });
}

/** Emits the value of `use x as the password`, which stands before its name. */
export function readBefore(source: Source, base: Base, emit: Emit): void {
  const { text } = source;
  const first = Math.max(0, base.nameStart - reachBack);
  const nearby = text.slice(first, base.nameStart);
  source.steps += nearby.length / 8;
  for (const link of afterValue) {
    const at = nearby.lastIndexOf(link);
    if (at < 0 || !/^(?:[\w-]{1,16} ){0,4}$/.test(nearby.slice(at + link.length))) continue;
    let start = at;
    while (at - start <= longestValue && start > 0 && !isEdge(nearby.charCodeAt(start - 1))) start--;
    const word = nearby.slice(start, at);
    if (word.length < shortestValue || word.length > longestValue || isPlainWord(word)) continue;
    const quote = /^["'`].*["'`]$/.test(word) ? 1 : 0;
    emit({
      ...base,
      kind: 'prose',
      start: first + start + quote,
      end: first + at - quote,
      quote: quote && nearby.charCodeAt(start),
    });
    return;
  }
}

const isEdge = (code: number): boolean => isBlank(code) || isLineEnd(code);
