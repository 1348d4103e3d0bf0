/** Line and column of an offset, both from 1; columns count UTF-16 code units, as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Answers positions in one walk over the text, provided the offsets are asked for in ascending order. */
export class LineCounter {
  readonly #text: string;
  #line = 1;
  #start = 0;

  constructor(text: string) {
    this.#text = text;
  }

  positionOf(offset: number): Position {
    for (let next = this.#lineAfter(this.#start); next > 0 && next <= offset; next = this.#lineAfter(next)) {
      this.#line++;
      this.#start = next;
    }
    return { line: this.#line, column: offset - this.#start + 1 };
  }

  /** Offset of the line behind the one at `from`, 0 when there is none. `\r\n`, `\n` and a lone `\r` end lines. */
  #lineAfter(from: number): number {
    const feed = this.#text.indexOf('\n', from);
    return feed < 0 ? 0 : feed + 1;
  }
}
