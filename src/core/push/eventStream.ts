/** One event of a server-sent stream, as the HTML standard defines them. */
export interface StreamEvent {
  /** `message` where the sender names none. */
  readonly name: string;
  readonly data: string;
}

/**
 * Reads server-sent events from pieces of text, cut anywhere. Keeps what the next request needs: the last id, and the
 * pause the sender asked for. A line beyond `maxLength` characters makes `push` throw a RangeError: nobody sends such
 * lines, and memory is finite.
 */
export class EventStreamReader {
  readonly #maxLength: number;
  #rest = '';
  #name = '';
  #data: string[] = [];
  #size = 0;
  #id: string | undefined;
  #lastEventId: string | undefined;
  #retryMs: number | undefined;

  constructor(maxLength = 64 * 1024) {
    this.#maxLength = maxLength;
  }

  /** Of the last complete event: what to send as `Last-Event-ID`. */
  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  /** Milliseconds to wait before the next connection, where the sender has said. */
  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /** The events that this piece completes. */
  push(piece: string): StreamEvent[] {
    const text = this.#rest + piece;
    const events: StreamEvent[] = [];
    let start = 0;
    for (const { index, 0: ending } of text.matchAll(/\r\n|\r(?!$)|\n/g)) {
      const event = this.#line(text.slice(start, index));
      if (event) events.push(event);
      start = index + ending.length;
    }
    this.#rest = text.slice(start);
    if (this.#rest.length + this.#size > this.#maxLength) throw new RangeError('An event is too long');
    return events;
  }

  #line(line: string): StreamEvent | undefined {
    if (line === '') return this.#dispatch();
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    this.#size += line.length;
    if (field === 'event') this.#name = value;
    else if (field === 'data') this.#data.push(value);
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    else if (field === 'retry' && /^\d{1,9}$/.test(value)) this.#retryMs = Number(value);
    return undefined;
  }

  #dispatch(): StreamEvent | undefined {
    const [name, data] = [this.#name, this.#data];
    this.#name = '';
    this.#data = [];
    this.#size = 0;
    this.#lastEventId = this.#id;
    return data.length === 0 ? undefined : { name: name === '' ? 'message' : name, data: data.join('\n') };
  }
}
