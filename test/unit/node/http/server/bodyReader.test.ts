import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import { HttpServer } from '../../../../../src/node/http/server/httpServer.ts';

/** A server that reads bodies and delays its answers until the test lets it continue, and its clients. */
class Fixture implements AsyncDisposable {
  readonly server: HttpServer;
  /** Called with what became of each body, in order. */
  onRead: (result: number) => void = () => undefined;
  answer: Promise<unknown> = Promise.resolve();
  #origin = '';

  constructor(bodyBytes: number, maxBytes: number) {
    this.server = new HttpServer({
      handle: async (incoming, response) => {
        const body = await this.server.bodies.read(incoming, response, maxBytes);
        this.onRead(Buffer.isBuffer(body) ? body.length : -body);
        if (Buffer.isBuffer(body)) await this.answer;
        response.writeHead(Buffer.isBuffer(body) ? 200 : body, { Connection: 'close' }).end();
      },
      onError: (error) => {
        throw error;
      },
      limits: { bodyBytes },
    });
  }

  async open(): Promise<this> {
    this.#origin = (await this.server.listen(0, '127.0.0.1')).origin;
    return this;
  }

  /** A request with the beginning of a body, and its status once it is answered. */
  begin(start: string, length = start.length): { sent: ClientRequest; status: Promise<number | undefined> } {
    const sent = request(this.#origin, {
      method: 'POST',
      agent: false,
      headers: { 'Content-Length': length },
    });
    const status = new Promise<number | undefined>((resolve) => {
      sent.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', () => resolve(undefined));
    });
    sent.write(start);
    return { sent, status };
  }

  /** Resolves when the server holds so many bytes. */
  async holds(bytes: number): Promise<void> {
    while (this.server.bodies.bytes < bytes) await new Promise(setImmediate);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.close();
  }
}

describe('BodyReader', () => {
  it('refuses a body that is larger than it may be, announced or not', async () => {
    await using fixture = await new Fixture(100_000, 10).open();
    assert.equal(await fixture.begin('x'.repeat(11)).status, 413);
    const chunked = fixture.begin('');
    chunked.sent.end();
    assert.equal(await chunked.status, 200);
  });

  it('drops the oldest unfinished body when all bodies together exceed the budget [N2]', async () => {
    await using fixture = await new Fixture(100_000, 50_000).open();
    const slow = fixture.begin('x'.repeat(40_000), 50_000);
    await fixture.holds(40_000);
    const slower = fixture.begin('x'.repeat(40_000), 50_000);
    await fixture.holds(80_000);
    const quick = fixture.begin('x'.repeat(40_000));
    quick.sent.end();
    assert.equal(await quick.status, 200);
    assert.equal(await slow.status, 503);
    slower.sent.end('x'.repeat(10_000));
    assert.equal(await slower.status, 200);
  });

  it('counts a body until its request is answered, and refuses others where all are complete', async () => {
    await using fixture = await new Fixture(50_000, 40_000).open();
    let release = (): void => undefined;
    fixture.answer = new Promise<void>((resolve) => (release = resolve));
    const read = new Promise((resolve) => (fixture.onRead = resolve));
    const first = fixture.begin('x'.repeat(40_000));
    first.sent.end();
    assert.equal(await read, 40_000);
    const second = fixture.begin('x'.repeat(40_000));
    assert.equal(await second.status, 503);
    release();
    assert.equal(await first.status, 200);
    while (fixture.server.bodies.bytes > 0) await new Promise(setImmediate);
  });

  it('uses little more memory than the length of a body that arrives byte by byte', async () => {
    await using fixture = await new Fixture(1_000_000, 1_000_000).open();
    const length = 20_000;
    let release = (): void => undefined;
    fixture.answer = new Promise<void>((resolve) => (release = resolve));
    const read = new Promise((resolve) => (fixture.onRead = resolve));
    const dripping = fixture.begin('', length);
    for (let count = 0; count < length; count++) dripping.sent.write('x');
    dripping.sent.end();
    assert.equal(await read, length);
    assert(fixture.server.bodies.bytes <= 2 * length);
    release();
    await once(dripping.sent, 'close');
  });
});
