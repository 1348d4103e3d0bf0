/**
 * The text of a document that was read or written last, and its value. Parsing costs more than comparing the whole
 * text, so equal text is not parsed again. Callers share the value and must not change it.
 */
export class ParsedText<T> {
  #last: { readonly text: string; readonly value: T } | undefined;

  /**
   * Returns the value of `text`.
   * @param parse called for text other than the last; its errors are thrown, and the last text stays
   */
  valueOf(text: string, parse: (text: string) => T): T {
    return this.#last?.text === text ? this.#last.value : this.set(text, parse(text));
  }

  /** Call with text that was written, and its parsed value. Returns the value. */
  set(text: string, value: T): T {
    this.#last = { text, value };
    return value;
  }
}
