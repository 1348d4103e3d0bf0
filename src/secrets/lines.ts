import { isLineEnd } from './characters.ts';

/** Line and column of an offset, both from 1; columns count UTF-16 code units, as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Counts lines as editors do: `\r\n`, `\n` and a lone `\r` end one. Offsets must be given in ascending order. */
export class LineCounter {
  readonly #text: string;
  #line = 1;
  #start = 0;
  /** Next `\n` and `\r` at or behind the current line's start; -1: the text has no more. */
  #feed: number;
  #return: number;

  constructor(text: string) {
    this.#text = text;
    this.#feed = text.indexOf('\n');
    this.#return = text.indexOf('\r');
  }

  positionOf(offset: number): Position {
    for (let next = this.#nextStart(); next > 0 && next <= offset; next = this.#nextStart()) {
      this.#line++;
      this.#start = next;
    }
    return { line: this.#line, column: offset - this.#start + 1 };
  }

  /** Start of the line behind the current one, 0 if this is the last one. */
  #nextStart(): number {
    // Each search ends at what it found before, so that a text without one of the two is searched for it only once.
    if (this.#feed >= 0 && this.#feed < this.#start) this.#feed = this.#text.indexOf('\n', this.#start);
    if (this.#return >= 0 && this.#return < this.#start) this.#return = this.#text.indexOf('\r', this.#start);
    if (this.#return < 0 || (this.#feed >= 0 && this.#feed <= this.#return + 1)) return this.#feed + 1;
    return this.#return + 1;
  }
}

// Plain loops: searching for each of two characters would read to the end of a text that has only one of them.
export function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isLineEnd(text.charCodeAt(start - 1))) start--;
  return start;
}

/** Returns the offset of the character that ends the line that holds `offset`; the text's length on the last line. */
export function lineEnd(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
  return end;
}
