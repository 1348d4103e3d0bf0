import {
  parseJSONRPCMessage,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Transport,
} from '@modelcontextprotocol/server';
import type { JsonLines } from './jsonLines.ts';

/** The lines as the SDK's transport. The reader of the lines hands over each value with `receive`. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #lines: JsonLines;
  /** The request that the client already has the answer of, until the SDK has answered it. */
  #replayed: { readonly id: string | number; readonly done: () => void } | undefined;

  constructor(lines: JsonLines) {
    this.#lines = lines;
  }

  start(): Promise<void> {
    void this.#lines.ended.then(() => this.onclose?.());
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    const replayed = this.#replayed;
    if (!replayed || 'method' in message || message.id !== replayed.id) return this.#lines.send(message);
    this.#replayed = undefined;
    replayed.done();
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#lines.close();
    return Promise.resolve();
  }

  /** Takes the JSON value of one line; refuses one that is not a message. */
  receive(value: unknown): void {
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch {
      // The message of the schema is left out: it would quote the line.
      this.#lines.refuse(value);
      return;
    }
    this.onmessage?.(message);
  }

  /**
   * Gives the SDK a request that the client already has the answer of. Resolves when the SDK has answered it; its answer
   * is dropped.
   */
  replay(request: JSONRPCRequest): Promise<void> {
    return new Promise((done) => {
      this.#replayed = { id: request.id, done };
      this.onmessage?.(request);
    });
  }
}
