/** One event of a server-sent stream, as the HTML standard defines it. */
export interface StreamEvent {
  /** `message` if the sender gives no name. */
  readonly name: string;
  readonly data: string;
}

/**
 * Parses server-sent events from pieces of text that may be cut anywhere. Keeps the values that the next request
 * needs: the last event id, and the pause that the sender asked for.
 *
 * The constructor takes the longest event that may be unfinished at the end of a piece, in characters: memory is
 * limited. The longest event of a relay is its handshake, with 25 characters per project.
 *
 * The package `eventsource-parser` (3.1.1) does not report the id of an event without data. The HTML standard (9.2.6)
 * lets such an event move the last event id, and the relay sends one as its heartbeat.
 */
export class EventStreamReader {
  readonly #maxLength: number;
  /** The beginning of a line. */
  #rest = '';
  /** A carriage return that ended the last piece: a line feed that follows it belongs to the same line end. */
  #return: '' | '\r' = '';
  #name = '';
  #data: string[] = [];
  #size = 0;
  #id: string | undefined;
  #lastEventId: string | undefined;
  #retryMs: number | undefined;

  constructor(maxLength = 1024 * 1024) {
    this.#maxLength = maxLength;
  }

  /** Id of the last complete event, to be sent as `Last-Event-ID`; undefined before the first id. */
  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  /** Milliseconds to wait before the next connection; undefined if the sender has not asked for a pause. */
  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /**
   * Returns the events that this piece completes.
   * @throws {RangeError} if the event that the piece leaves unfinished is longer than `maxLength`
   */
  push(piece: string): StreamEvent[] {
    // Only the new piece is searched: a sender may cut a long line into many pieces.
    const text = this.#return + piece;
    const events: StreamEvent[] = [];
    let start = 0;
    for (const { index, 0: ending } of text.matchAll(/\r\n|\r(?!$)|\n/g)) {
      const event = this.#line(this.#rest + text.slice(start, index));
      if (event) events.push(event);
      this.#rest = '';
      start = index + ending.length;
    }
    this.#return = text.endsWith('\r') ? '\r' : '';
    this.#rest += text.slice(start, text.length - this.#return.length);
    if (this.#rest.length + this.#return.length + this.#size > this.#maxLength)
      throw new RangeError('An event is too long');
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
