import { ch, isBlank, isLineEnd, isWord } from '../characters.ts';
import { readBare } from './bare.ts';
import type { Candidate, Emit, Source } from './candidate.ts';
import { behindCopula, isPlainWord, proseWordEnd } from './copula.ts';
import type { Span } from './names.ts';
import { readQuoted } from './quotes.ts';
import { afterValue } from './vocabulary.data.ts';

/** How many words may stand between what is named and what it is: `the password for the new box is …`. */
const mostWords = 8;
const longestWord = 24;
const reachBack = 80;
const longestValue = 48;
const shortestValue = 6;
/** ` as `. */
const shortestLink = 4;

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
  // The words between: in a program hardly ever more than one, so that there is nothing to look for.
  let from = base.nameStart;
  while (base.nameStart - from < reachBack && isInWords(text.charCodeAt(from - 1))) from--;
  source.steps += base.nameStart - from;
  if (base.nameStart - from < shortestLink) return;
  const words = text.slice(from, base.nameStart);
  for (const link of afterValue) {
    const at = words.lastIndexOf(link);
    if (at < 0 || !/^(?:[\w-]{1,16} ){0,4}$/.test(words.slice(at + link.length))) continue;
    const end = from + at;
    let start = end;
    while (end - start <= longestValue && start > 0 && !isEdge(text.charCodeAt(start - 1))) start--;
    const word = text.slice(start, end);
    if (word.length < shortestValue || word.length > longestValue || isPlainWord(word)) continue;
    const quote = /^["'`].*["'`]$/.test(word) ? 1 : 0;
    emit({
      ...base,
      kind: 'prose',
      start: start + quote,
      end: end - quote,
      quote: quote && text.charCodeAt(start),
    });
    return;
  }
}

const isInWords = (code: number): boolean => isWord(code) || code === ch.space || code === ch.dash;

const isEdge = (code: number): boolean => isBlank(code) || isLineEnd(code);
