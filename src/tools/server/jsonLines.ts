import type { Readable, Writable } from 'node:stream';

/** Bytes of one line. A longer one is dropped as it arrives. */
const maxLineBytes = 8 * 1024 * 1024;

const newline = 0x0a;
const parseError = -32700;
const invalidRequest = -32600;

interface Receiver {
  readonly receive: (value: unknown) => void;
  readonly onRefused: (reason: string) => void;
}

/**
 * JSON values over two streams, one per line. The SDK's own transport ends at the first line that is too long and does
 * not answer a line that is not a message. This one answers both with an error and reads on.
 */
export class JsonLines {
  readonly #input: Readable;
  readonly #output: Writable;
  #receiver: Receiver | undefined;
  #parts: Buffer[] = [];
  #size = 0;
  #closed = false;

  /** Resolves when either stream has ended or `close` was called. */
  readonly ended: Promise<void>;
  #resolveEnded: () => void = () => undefined;

  constructor(input: Readable, output: Writable) {
    this.ended = new Promise((resolve) => (this.#resolveEnded = resolve));
    this.#input = input;
    this.#output = output;
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
    this.#input.on('data', this.#read);
    this.#input.on('end', this.#end);
    this.#input.on('error', this.#end);
    // The pipe is closed, so the client no longer reads answers.
    this.#output.on('error', this.#end);
  }

  /** Resolves when the line is written. After the end, the value is dropped. */
  send(value: object): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      // An error of the stream ends the lines by its own event.
      this.#output.write(`${JSON.stringify(value)}\n`, () => resolve());
    });
  }

  refuse(value: unknown): void {
    this.#refuse(invalidRequest, 'A line is not a JSON-RPC message', idOf(value));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.off('data', this.#read);
    this.#input.off('end', this.#end);
    this.#input.pause();
    this.#parts = [];
    this.#resolveEnded();
  }

  readonly #end = (): void => this.close();

  readonly #read = (chunk: Buffer): void => {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#collect(chunk.subarray(start, end));
      this.#take();
      start = end + 1;
    }
    this.#collect(chunk.subarray(start));
  };

  #collect(part: Buffer): void {
    this.#size += part.length;
    // Beyond the limit, only the length is tracked.
    if (this.#size > maxLineBytes) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #take(): void {
    const tooLong = this.#size > maxLineBytes;
    const line = Buffer.concat(this.#parts).toString().trim();
    this.#parts = [];
    this.#size = 0;
    if (tooLong) this.#refuse(invalidRequest, `A line is longer than ${maxLineBytes} bytes`);
    else if (line !== '') this.#parse(line);
  }

  #parse(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      // The message of the parser is left out: it would quote the line, which may hold a secret.
      this.#refuse(parseError, 'A line is not JSON');
      return;
    }
    this.#receiver?.receive(value);
  }

  #refuse(code: number, message: string, id?: string | number): void {
    this.#receiver?.onRefused(message);
    void this.send({ jsonrpc: '2.0', error: { code, message }, ...(id !== undefined && { id }) });
  }
}

/** Returns the id of a refused request, so that a client with several requests in progress knows which one failed. */
function idOf(value: unknown): string | number | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' || Number.isInteger(id) ? (id as string | number) : undefined;
}
