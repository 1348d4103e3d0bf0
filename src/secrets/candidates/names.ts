import { ch, isAlphanumeric, isWord } from '../characters.ts';
import type { Source } from './candidate.ts';

/** No language's names are longer; a longer run is data. */
const longestName = 64;

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Dots and dashes belong to a name where they stand inside: `spring.datasource.password`, `db-password`. */
function inName(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isWord(code)) return true;
  if (code !== ch.dash && code !== ch.dot) return false;
  return isAlphanumeric(text.charCodeAt(at - 1)) && isWord(text.charCodeAt(at + 1));
}

/** The identifier around a keyword hit, or nothing where the hit lies inside a longer run of data. */
export function nameAround(source: Source, hitStart: number, hitEnd: number): Span | undefined {
  const { text } = source;
  let start = hitStart;
  while (start > 0 && hitEnd - start <= longestName && inName(text, start - 1)) start--;
  let end = hitEnd;
  while (end - start <= longestName && inName(text, end)) end++;
  source.steps += end - start;
  return end - start > longestName ? undefined : { start, end };
}
