import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import {
  ExchangeServer,
  maxBodyBytes,
  type Exchange,
  type Reply,
} from '../../../src/emulator/http/server.ts';

/** Resets count too: what is still being sent meets a closed door. */
const closed = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

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

  connect(): Socket {
    const socket = connect(this.#port, '127.0.0.1');
    this.#sockets.push(socket);
    // It may be closed under what is still being sent.
    socket.on('error', () => undefined);
    return socket;
  }

  /** Resolves with the text that the server sends before it closes the connection. */
  async lastWords(...pieces: readonly string[]): Promise<string> {
    const socket = this.connect();
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    for (const piece of pieces) socket.write(piece);
    await closed(socket);
    return heard;
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

describe('the HTTP server of the emulator, against slow clients', () => {
  const fixture = new Fixture(
    // Long enough for a good client on a busy machine.
    new ExchangeServer({
      respond: answer,
      onError: assert.ifError,
      limits: { headMs: 1000, requestMs: 1500, checkMs: 50 },
    }),
  );
  before(() => fixture.open());
  after(() => fixture.close());
  afterEach(async () => {
    assert.equal(await fixture.post('four'), '4 bytes', 'others are answered as ever');
  });

  it('closes a connection that sends nothing', async () => {
    assert.match(await fixture.lastWords(), /^(?:HTTP\/1\.1 408 |$)/u);
  });

  it('closes a connection whose head does not end', async () => {
    assert.match(await fixture.lastWords('GET / HTTP/1.1\r\nHost: x\r\nX-A: '), /^HTTP\/1\.1 408 /u);
  });

  it('closes a connection whose head arrives byte by byte', async () => {
    const socket = fixture.connect();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    const drip = setInterval(() => socket.write('X'), 5);
    await closed(socket);
    clearInterval(drip);
  });

  it('closes a connection whose body does not end', async () => {
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n';
    assert.match(await fixture.lastWords(head, 'only this'), /^HTTP\/1\.1 408 /u);
  });
});

describe('the HTTP server of the emulator', () => {
  it('answers 500 when a handler throws, and reports the error', async () => {
    const errors: unknown[] = [];
    for (const respond of [
      () => Promise.reject(new Error('defect')),
      () => {
        throw new Error('defect');
      },
    ]) {
      const fixture = new Fixture(new ExchangeServer({ respond, onError: (error) => errors.push(error) }));
      await fixture.open();
      assert.match(await fixture.lastWords('GET / HTTP/1.1\r\nHost: x\r\n\r\n'), /^HTTP\/1\.1 500 /u);
      await fixture.close();
    }
    assert.deepEqual(errors.map(String), ['Error: defect', 'Error: defect']);
  });
});

describe('the HTTP server of the emulator, against large requests', () => {
  const fixture = new Fixture(new ExchangeServer({ respond: answer, onError: assert.ifError }));
  before(() => fixture.open());
  after(() => fixture.close());

  it('refuses a body whose announced length is too large before it reads the body', async () => {
    const length = `Content-Length: ${maxBodyBytes + 1}`;
    const words = await fixture.lastWords(`POST / HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n`);
    assert.match(words, /^HTTP\/1\.1 413 [\s\S]*Connection: close/u);
  });

  it('refuses a body that turns out too large while it is read', async () => {
    const piece = 'x'.repeat(0x10000);
    const pieces = Array.from({ length: maxBodyBytes / 0x10000 + 1 }, () => `10000\r\n${piece}\r\n`);
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    const largest = new Blob([piece.repeat(maxBodyBytes / 0x10000)]);
    assert.equal(await fixture.post(largest), `${maxBodyBytes} bytes`, 'this much is taken');
    assert.match(await fixture.lastWords(head, ...pieces), /^(?:HTTP\/1\.1 413 |$)/u);
  });

  it('refuses data that is not HTTP, and a head that is too large', async () => {
    assert.match(await fixture.lastWords('hello\r\n\r\n'), /^HTTP\/1\.1 400 /u);
    const endless = `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(100_000)}`;
    assert.match(await fixture.lastWords(endless), /^HTTP\/1\.1 431 /u);
  });
});
