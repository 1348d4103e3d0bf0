import { PassThrough } from 'node:stream';
import type { OpenedStream, StreamRequest } from '../../../../src/core/http.ts';

/** One connection that the test plays the other end of. */
export class Line {
  readonly request: StreamRequest;
  /** In object mode, so that pieces arrive as they were sent and are not merged. */
  readonly #stream = new PassThrough({ objectMode: true });

  constructor(request: StreamRequest) {
    this.request = request;
    request.signal.addEventListener('abort', () => this.end());
  }

  get pieces(): AsyncIterable<string> {
    return this.#stream;
  }

  send(piece: string): void {
    this.#stream.write(piece);
  }

  end(): void {
    this.#stream.end();
  }
}

export const eventStream = ({ pieces }: Line): OpenedStream => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  pieces,
});
