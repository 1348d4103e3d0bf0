import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { HttpServer, type HttpServerOptions } from '../../../../../src/node/http/server/httpServer.ts';

const closed = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

/** A server, and clients that connect to it; errors that it reports are collected. */
class Fixture implements AsyncDisposable {
  readonly errors: unknown[] = [];
  readonly server: HttpServer;
  port = 0;
  readonly #sockets: Socket[] = [];

  constructor(options: Partial<HttpServerOptions>) {
    this.server = new HttpServer({
      handle: (_request, response) => {
        response.end('ok');
      },
      onError: (error) => this.errors.push(error),
      ...options,
    });
  }

  async open(): Promise<this> {
    this.port = (await this.server.listen(0, '127.0.0.1')).port;
    return this;
  }

  /** A connection that has written something and is known to the server. */
  async connect(text = ''): Promise<Socket> {
    const socket = connect(this.port, '127.0.0.1');
    this.#sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    if (text !== '') socket.write(text);
    return socket;
  }

  /** Resolves with the status of a request on a new connection; undefined if the server closes it instead. */
  async status(head = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'): Promise<number | undefined> {
    const socket = await this.connect(head);
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    await closed(socket);
    return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]) || undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await this.server.close();
  }
}

describe('HttpServer', () => {
  it('answers 500 and reports the error when the handler throws or rejects', async () => {
    const failures = [
      () => {
        throw new Error('thrown');
      },
      () => Promise.reject(new Error('rejected')),
    ];
    for (const handle of failures) {
      await using fixture = await new Fixture({ handle }).open();
      assert.equal(await fixture.status(), 500);
      assert.equal(fixture.errors.length, 1);
    }
  });

  it('reports nothing when a client goes away within its request', async () => {
    let began = (): void => undefined;
    const reading = new Promise<void>((resolve) => (began = resolve));
    let ended = (): void => undefined;
    const over = new Promise<void>((resolve) => (ended = resolve));
    const fixture: Fixture = new Fixture({
      handle: async (request, response) => {
        began();
        await fixture.server.bodies.read(request, response, 100).finally(ended);
      },
    });
    await using open = await fixture.open();
    const socket = await open.connect('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{');
    await reading;
    socket.destroy();
    await over;
    await open.server.close();
    assert.deepEqual(open.errors, []);
  });

  it('closes the oldest silent connection of an address for a new one [N2]', async () => {
    await using fixture = await new Fixture({ limits: { anonymousPerAddress: 3 } }).open();
    const oldest = await fixture.connect();
    for (let count = 0; count < 2; count++) await fixture.connect();
    const [status] = await Promise.all([fixture.status(), closed(oldest)]);
    assert.equal(status, 200);
  });

  it('keeps authenticated connections, however many others come', async () => {
    const fixture: Fixture = new Fixture({
      handle: (request, response) => {
        fixture.server.confirm(request);
        response.end('known');
      },
      limits: { anonymousPerAddress: 2, connections: 4 },
    });
    await using open = await fixture.open();
    const known = await open.connect('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(known, 'data');
    for (let count = 0; count < 20; count++) await open.connect();
    known.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [answer] = (await once(known, 'data')) as [Buffer];
    assert.match(answer.toString(), /^HTTP\/1\.1 200/);
  });

  it('closes a connection whose head or body comes too slowly [N2]', async () => {
    const fixture: Fixture = new Fixture({
      handle: async (request, response) => {
        await fixture.server.bodies.read(request, response, 1000);
        response.end();
      },
      limits: { headMs: 300, requestMs: 400, checkMs: 50 },
    });
    await using open = await fixture.open();
    for (const text of [
      '',
      'GET / HTTP/1.1\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx',
    ]) {
      const socket = await open.connect(text);
      const drip = setInterval(() => socket.write('x'), 50);
      socket.resume();
      if (text === '') clearInterval(drip);
      await closed(socket);
      clearInterval(drip);
    }
  });

  it('checks for slow connections more often than Node does by default', async function () {
    // Node checks every 30 seconds.
    this.timeout(15_000);
    await using fixture = await new Fixture({ limits: { headMs: 100, requestMs: 100 } }).open();
    const socket = await fixture.connect('GET / HTTP/1.1\r\n');
    socket.resume();
    await closed(socket);
  });

  it('stops although a peer never ends its request', async () => {
    const fixture = await new Fixture({}).open();
    const peers = [await fixture.connect(), await fixture.connect('GET / HTTP/1.1\r\nHost: x\r\n')];
    await Promise.all([fixture.server.close(20), ...peers.map(closed)]);
  });

  it('rejects with busy and the reason when the port is taken', async () => {
    await using fixture = await new Fixture({}).open();
    await assert.rejects(
      new Fixture({}).server.listen(fixture.port, '127.0.0.1'),
      (error: Error) => error.name === 'Failure' && error.message.includes('is in use'),
    );
  });
});
