import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  ExchangeServer,
  maxBodyBytes,
  type Exchange,
  type Reply,
} from '../../../src/emulator/http/server.ts';

const answer = ({ body }: Exchange): Promise<Reply> =>
  Promise.resolve({ status: 200, body: `${body.length} bytes` });

/** A server, and clients that say what they like. */
class Fixture {
  readonly #server: ExchangeServer;
  readonly #sockets: Socket[] = [];
  #port = 0;

  constructor(server: ExchangeServer) {
    this.#server = server;
  }

  async open(): Promise<void> {
    this.#port = await this.#server.listen(0, '127.0.0.1');
  }

  /** Sends everything before it reads the answer. */
  async exchange(...pieces: readonly string[]): Promise<string> {
    const socket = connect(this.#port, '127.0.0.1');
    this.#sockets.push(socket);
    for (const piece of pieces) if (!socket.write(piece)) await once(socket, 'drain');
    const [answered] = (await once(socket, 'data')) as [Buffer];
    return answered.toString();
  }

  async post(body: string | Blob): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${this.#port}/`, { method: 'POST', body });
    return response.text();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await this.#server.close();
  }
}

describe('the HTTP server of the emulator, against large requests', () => {
  const fixture = new Fixture(new ExchangeServer({ respond: answer, onError: assert.ifError }));
  before(() => fixture.open());
  after(() => fixture.close());

  it('refuses a body whose announced length is too large before it reads the body', async () => {
    const length = `Content-Length: ${maxBodyBytes + 1}`;
    assert.match(
      await fixture.exchange(`POST / HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n`),
      /^HTTP\/1\.1 413 /u,
    );
  });

  it('refuses a body that turns out too large while it is read', async () => {
    const piece = 'x'.repeat(0x10000);
    const pieces = Array.from({ length: maxBodyBytes / 0x10000 + 100 }, () => `10000\r\n${piece}\r\n`);
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    const largest = new Blob([piece.repeat(maxBodyBytes / 0x10000)]);
    assert.equal(await fixture.post(largest), `${maxBodyBytes} bytes`, 'this much is taken');
    assert.match(await fixture.exchange(head, ...pieces), /^HTTP\/1\.1 413 /u);
  });
});
