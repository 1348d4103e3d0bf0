import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { Failure } from '../../../../src/core/failures.ts';
import { opaqueProjectId } from '../../../../src/core/push/doorbell.ts';
import { DoorbellClient, type Rung } from '../../../../src/core/push/doorbellClient.ts';
import type { OpenedStream, StreamRequest } from '../../../../src/core/push/openStream.ts';
import { VirtualClock, settle } from '../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';

const salt = 'salt';
const hello = (spreadMs = 0, run = 'first') =>
  `retry: 2000\nid: log:7\nevent: hello\ndata: ${JSON.stringify({ salt, projects: [opaqueProjectId(salt, 'mine')], run, spreadMs })}\n\n`;
const doorbell = (sequence: number, project = 'mine') =>
  `id: log:${sequence}\nevent: doorbell\ndata: ${JSON.stringify({ project: opaqueProjectId(salt, project), sequence, at: 1, spreadMs: 40 })}\n\n`;

/** One connection that the test plays the other end of. */
class Line {
  readonly request: StreamRequest;
  #give: ((piece: string | undefined) => void) | undefined;
  readonly #waiting: (string | undefined)[] = [];

  constructor(request: StreamRequest) {
    this.request = request;
    request.signal.addEventListener('abort', () => {
      this.end();
    });
  }

  send(piece: string): void {
    this.#put(piece);
  }

  end(): void {
    this.#put(undefined);
  }

  async *pieces(): AsyncGenerator<string, void, void> {
    for (;;) {
      const piece =
        this.#waiting.length > 0
          ? this.#waiting.shift()
          : await new Promise<string | undefined>((resolve) => (this.#give = resolve));
      if (piece === undefined) return;
      yield piece;
    }
  }

  #put(piece: string | undefined): void {
    const give = this.#give;
    this.#give = undefined;
    if (give) give(piece);
    else this.#waiting.push(piece);
  }
}

interface World {
  readonly clock: VirtualClock;
  readonly client: DoorbellClient;
  readonly lines: Line[];
  readonly rings: Rung[];
  answer: (line: Line) => OpenedStream;
}

function start(): World {
  const clock = new VirtualClock();
  const lines: Line[] = [];
  const rings: Rung[] = [];
  const world: World = {
    clock,
    lines,
    rings,
    answer: (line) => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      pieces: line.pieces(),
    }),
    client: new DoorbellClient({
      open: (request) => {
        const line = new Line(request);
        lines.push(line);
        return Promise.resolve().then(() => world.answer(line));
      },
      address: 'https://relay.example',
      key: 'srk_key',
      clock,
      random: () => 0.5,
      log: new CollectingLog(),
    }),
  };
  world.client.onDidRing((rung) => rings.push(rung));
  world.client.start();
  return world;
}

const refuseWith =
  (status: number, headers: Record<string, string> = {}) =>
  (line: Line) => ({
    status,
    headers,
    pieces: line.pieces(),
  });

describe('the client of a relay', () => {
  it('asks with its key in a header and never in the address', async () => {
    const { client, lines } = start();
    await settle();
    assert.equal(lines[0]?.request.url, 'https://relay.example/doorbells');
    assert.equal(lines[0].request.headers.Authorization, 'Bearer srk_key');
    client.dispose();
  });

  it('rings for everything it covers when it first listens, because nobody knows what was before', async () => {
    const { client, lines, rings } = start();
    await settle();
    assert.equal(client.covers('mine'), false);
    lines[0]?.send(hello(500));
    await settle();
    assert.equal(client.state, 'listening');
    assert.deepEqual([client.covers('mine'), client.covers('other')], [true, false]);
    assert.deepEqual(
      rings.map((rung) => [rung.spreadMs, rung.concerns('mine'), rung.concerns('other')]),
      [[500, true, false]],
    );
    client.dispose();
  });

  it('tells a doorbell from those of other projects', async () => {
    const { client, lines, rings } = start();
    await settle();
    lines[0]?.send(hello() + doorbell(8));
    await settle();
    assert.deepEqual(
      rings.slice(1).map((rung) => [rung.spreadMs, rung.concerns('mine'), rung.concerns('other')]),
      [[40, true, false]],
    );
    client.dispose();
  });

  it('goes on behind the last doorbell after a lost connection, and does not ring for what it has heard', async () => {
    const { clock, client, lines, rings } = start();
    await settle();
    lines[0]?.send(hello() + doorbell(8));
    await settle();
    lines[0]?.end();
    await clock.advance(2000);
    assert.equal(lines[1]?.request.headers['Last-Event-ID'], 'log:8');
    lines[1].send(hello());
    await settle();
    assert.equal(rings.length, 2);
    client.dispose();
  });

  it('rings for everything after the relay started anew: what met nobody meanwhile is in no log', async () => {
    const { clock, client, lines, rings } = start();
    await settle();
    lines[0]?.send(hello());
    await settle();
    lines[0]?.end();
    await clock.advance(2000);
    lines[1]?.send(hello(300, 'second'));
    await settle();
    assert.deepEqual(
      rings.slice(1).map((rung) => [rung.spreadMs, rung.concerns('mine')]),
      [[300, true]],
    );
    client.dispose();
  });

  it('rings for everything after a gap', async () => {
    const { client, lines, rings } = start();
    await settle();
    lines[0]?.send(`${hello()}event: gap\ndata: {}\n\n`);
    await settle();
    assert.deepEqual([rings.length, rings[1]?.concerns('mine')], [2, true]);
    client.dispose();
  });

  it('counts as away only when the relay stays away', async () => {
    const { clock, client, lines } = start();
    await settle();
    lines[0]?.send(hello());
    await settle();
    lines[0]?.end();
    const open = lines.length;
    await clock.advance(19_000);
    assert.equal(client.state, 'listening');
    await clock.advance(22_000);
    // Each further connection was taken, and said nothing.
    assert(lines.length > open);
    assert.equal(client.state, 'away');
    lines.at(-1)?.send(hello());
    await settle();
    assert.equal(client.state, 'listening');
    client.dispose();
  });

  it('takes a relay that is silent for too long for lost', async () => {
    const { clock, client, lines } = start();
    await settle();
    lines[0]?.send(hello());
    await clock.advance(44_000);
    assert.equal(lines.length, 1);
    lines[0]?.send('id: log:9\n\n');
    await clock.advance(44_000);
    assert.equal(lines.length, 1);
    await clock.advance(4000);
    assert.equal(lines[1]?.request.headers['Last-Event-ID'], 'log:9');
    client.dispose();
  });

  it('says at once that its key is refused, and tries again only much later', async () => {
    const world = start();
    world.answer = refuseWith(401);
    await settle();
    assert.equal(world.client.state, 'refused');
    await world.clock.advance(14 * 60_000);
    assert.equal(world.lines.length, 1);
    await world.clock.advance(2 * 60_000);
    assert.equal(world.lines.length, 2);
    world.client.dispose();
  });

  it('waits as long as the relay asks, and ever longer while it cannot be reached', async () => {
    const world = start();
    world.answer = refuseWith(503, { 'retry-after': '30' });
    await settle();
    assert.equal(world.client.state, 'away');
    await world.clock.advance(29_000);
    assert.equal(world.lines.length, 1);
    await world.clock.advance(2000);
    assert.equal(world.lines.length, 2);
    world.answer = () => {
      throw new Failure('unreachable', 'GET https://relay.example: ECONNREFUSED');
    };
    await world.clock.advance(10 * 60_000);
    assert(world.lines.length > 10 && world.lines.length < 25, String(world.lines.length));
    world.client.dispose();
  });

  it('takes a page of a proxy for no relay', async () => {
    const world = start();
    world.answer = refuseWith(200, { 'content-type': 'text/html' });
    await settle();
    assert.equal(world.client.state, 'away');
    world.client.dispose();
  });

  it('rings for everything where it does not understand a doorbell', async () => {
    const { client, lines, rings } = start();
    await settle();
    lines[0]?.send(`${hello()}event: doorbell\ndata: {"v":2}\n\n`);
    await settle();
    assert.deepEqual([rings.length, rings[1]?.concerns('mine')], [2, true]);
    client.dispose();
  });

  it('leaves nothing behind of the connections that it tried', async () => {
    const signals = new Set<AbortSignal>();
    AbortSignal.prototype.addEventListener = function (
      this: AbortSignal,
      ...given: Parameters<EventTarget['addEventListener']>
    ) {
      signals.add(this);
      EventTarget.prototype.addEventListener.apply(this, given);
    };
    try {
      const world = start();
      world.answer = refuseWith(503);
      await world.clock.advance(3_600_000);
      assert(world.lines.length > 50, String(world.lines.length));
      const listeners = [...signals].map((signal) => getEventListeners(signal, 'abort').length);
      assert(Math.max(...listeners) < 3, String(listeners));
      world.client.dispose();
    } finally {
      Reflect.deleteProperty(AbortSignal.prototype, 'addEventListener');
    }
  });

  it('ends its connection when it is disposed', async () => {
    const { clock, client, lines } = start();
    await settle();
    lines[0]?.send(hello());
    await settle();
    client.dispose();
    await clock.advance(3_600_000);
    assert.deepEqual([lines.length, lines[0]?.request.signal.aborted], [1, true]);
  });
});
