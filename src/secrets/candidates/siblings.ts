import { ch, isBlank, isDigit, isLineEnd, setOf } from '../characters.ts';
import type { Source } from './candidate.ts';
import { type QuotedValue, quoteAt, readBare, readQuoted, skipSpace } from './spans.ts';

/** Limits in a list: elements, and characters between two of them. */
const mostElements = 64;
const gap = 96;
/** The shortest elements that are read: shorter ones have the same length by chance. */
const shortest = 12;

const isOpener = setOf('[{(');

/**
 * Returns the values of a list whose elements agree: all have the same length and a digit, as the keys of one issuer have.
 * The list stands in brackets, in lines of YAML, or bare between commas (`a,b,c`). Returns nothing for any other list.
 */
export function readSiblings(source: Source, from: number): readonly QuotedValue[] {
  const { text } = source;
  const first = text.charCodeAt(from);
  const isBracketed = isOpener(first);
  const isLines = isLineEnd(first);
  let at = isBracketed || isLines ? skipSpace(text, from + 1, gap) : from;
  if (!mayBeList(source, at, isBracketed ? 'brackets' : isLines ? 'lines' : 'bare')) return [];
  const siblings: QuotedValue[] = [];
  while (siblings.length < mostElements) {
    if (isLines) {
      if (text.charCodeAt(at) !== ch.dash || !isBlank(text.charCodeAt(at + 1))) break;
      at += 2;
    }
    const element = elementAt(source, at);
    if (!element || !agrees(text, element, siblings[0])) break;
    siblings.push(element);
    at = element.end + (element.quote ? 1 : 0);
    if (!isLines && text.charCodeAt(at) !== ch.comma) break;
    at = isBracketed || isLines ? skipSpace(text, isLines ? at : at + 1, gap) : at + 1;
  }
  source.steps += at - from;
  return siblings.length > 1 ? siblings : [];
}

/** Returns whether a list may begin at an offset: its first characters exclude nearly all other values at once. */
function mayBeList(source: Source, at: number, form: 'brackets' | 'lines' | 'bare'): boolean {
  const { text } = source;
  if (form === 'brackets') return quoteAt(text, at) !== undefined;
  if (form === 'lines') return text.charCodeAt(at) === ch.dash && isBlank(text.charCodeAt(at + 1));
  const bare = readBare(source, at);
  return bare !== undefined && text.charCodeAt(bare.end) === ch.comma;
}

function elementAt(source: Source, at: number): QuotedValue | undefined {
  const quoted = readQuoted(source, at);
  if (quoted) return quoted;
  const bare = readBare(source, at);
  return bare && { ...bare, quote: 0 };
}

function agrees(text: string, { start, end }: QuotedValue, first: QuotedValue | undefined): boolean {
  if (end - start < shortest || (first && end - start !== first.end - first.start)) return false;
  for (let at = start; at < end; at++) if (isDigit(text.charCodeAt(at))) return true;
  return false;
}
