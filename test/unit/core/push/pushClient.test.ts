import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { Failure } from '../../../../src/core/failures.ts';
import { opaqueProjectId } from '../../../../src/core/push/pushEvents.ts';
import { PushClient, type ReceivedPush } from '../../../../src/core/push/pushClient.ts';
import type { OpenedStream } from '../../../../src/core/http.ts';
import { VirtualClock, settle } from '../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { fieldOf } from '../../../support/lists.ts';
import { eventStream, Line } from './line.ts';

const salt = 'salt';
const handshake = (spreadMs = 0, run = 'first') =>
  `retry: 2000\nid: log:7\nevent: hello\ndata: ${JSON.stringify({ salt, projects: [opaqueProjectId(salt, 'mine')], run, spreadMs })}\n\n`;
const pushEvent = (sequence: number, project = 'mine') =>
  `id: log:${sequence}\nevent: doorbell\ndata: ${JSON.stringify({ project: opaqueProjectId(salt, project), sequence, at: 1, spreadMs: 40 })}\n\n`;

interface World {
  readonly clock: VirtualClock;
  readonly client: PushClient;
  readonly connections: Line[];
  readonly pushes: ReceivedPush[];
  answer: (connection: Line) => OpenedStream;
}

function start(): World {
  const clock = new VirtualClock();
  const connections: Line[] = [];
  const pushes: ReceivedPush[] = [];
  const world: World = {
    clock,
    connections,
    pushes,
    answer: eventStream,
    client: new PushClient({
      open: (request) => {
        const connection = new Line(request);
        connections.push(connection);
        return Promise.resolve().then(() => world.answer(connection));
      },
      address: 'https://relay.example',
      key: 'srk_key',
      clock,
      random: () => 0.5,
      log: new CollectingLog(),
    }),
  };
  world.client.onDidReceive((push) => pushes.push(push));
  world.client.start();
  clients.push(world.client);
  return world;
}

/** A client whose relay has sent the text on the first connection. */
async function startWith(text: string): Promise<World> {
  const world = start();
  await settle();
  world.connections[0]?.send(text);
  await settle();
  return world;
}

const clients: PushClient[] = [];

const refuseWith =
  (status: number, headers: Record<string, string> = {}) =>
  ({ pieces }: Line) => ({ status, headers, pieces });

describe('the client of a relay', () => {
  afterEach(() => {
    for (const client of clients.splice(0)) client.dispose();
  });

  it('asks with its key in a header and never in the address', async () => {
    const { connections } = start();
    await settle();
    assert.equal(connections[0]?.request.url, 'https://relay.example/events');
    assert.equal(connections[0].request.headers.Authorization, 'Bearer srk_key');
  });

  it('causes a poll of all its projects when it first connects, because earlier events are unknown', async () => {
    const { client, connections, pushes } = start();
    await settle();
    assert.equal(client.covers('mine'), false);
    connections[0]?.send(handshake(500));
    await settle();
    assert.equal(client.state, 'listening');
    assert.deepEqual([client.covers('mine'), client.covers('other')], [true, false]);
    assert.deepEqual(
      pushes.map((push) => [push.spreadMs, push.concerns('mine'), push.concerns('other')]),
      [[500, true, false]],
    );
  });

  it('distinguishes push events of its project from others', async () => {
    const { pushes } = await startWith(handshake() + pushEvent(8));
    assert.deepEqual(
      pushes.slice(1).map((push) => [push.spreadMs, push.concerns('mine'), push.concerns('other')]),
      [[40, true, false]],
    );
  });

  it('resumes after the last push event after a lost connection, without repeating earlier ones', async () => {
    const { clock, connections, pushes } = await startWith(handshake() + pushEvent(8));
    connections[0]?.end();
    await clock.advance(2000);
    assert.equal(connections[1]?.request.headers['Last-Event-ID'], 'log:8');
    connections[1].send(handshake());
    await settle();
    assert.equal(pushes.length, 2);
  });

  it('causes a poll of all its projects after the relay restarted, because deliveries in between are lost', async () => {
    const { clock, connections, pushes } = await startWith(handshake());
    connections[0]?.end();
    await clock.advance(2000);
    connections[1]?.send(handshake(300, 'second'));
    await settle();
    assert.deepEqual(
      pushes.slice(1).map((push) => [push.spreadMs, push.concerns('mine')]),
      [[300, true]],
    );
  });

  it('causes a poll of all its projects after a gap', async () => {
    const { pushes } = await startWith(`${handshake()}event: gap\ndata: {}\n\n`);
    assert.deepEqual([pushes.length, pushes[1]?.concerns('mine')], [2, true]);
  });

  it('is away only after the relay has been unreachable for a time', async () => {
    const { clock, client, connections } = await startWith(handshake());
    connections[0]?.end();
    const open = connections.length;
    await clock.advance(19_000);
    assert.equal(client.state, 'listening');
    await clock.advance(22_000);
    // Each further connection was taken, and said nothing.
    assert(connections.length > open);
    assert.equal(client.state, 'away');
    connections.at(-1)?.send(handshake());
    await settle();
    assert.equal(client.state, 'listening');
  });

  it('treats a relay that sends nothing for 45 seconds as lost', async () => {
    const { clock, connections } = await startWith(handshake());
    await clock.advance(44_000);
    assert.equal(connections.length, 1);
    connections[0]?.send('id: log:9\n\n');
    await clock.advance(44_000);
    assert.equal(connections.length, 1);
    await clock.advance(4000);
    assert.equal(connections[1]?.request.headers['Last-Event-ID'], 'log:9');
  });

  it('says at once that its key is refused, and tries again only much later', async () => {
    const world = start();
    world.answer = refuseWith(401);
    await settle();
    assert.equal(world.client.state, 'refused');
    await world.clock.advance(14 * 60_000);
    assert.equal(world.connections.length, 1);
    await world.clock.advance(2 * 60_000);
    assert.equal(world.connections.length, 2);
  });

  it('waits as long as the relay asks, and ever longer while it cannot be reached', async () => {
    const world = start();
    world.answer = refuseWith(503, { 'retry-after': '30' });
    await settle();
    assert.equal(world.client.state, 'away');
    await world.clock.advance(29_000);
    assert.equal(world.connections.length, 1);
    await world.clock.advance(2000);
    assert.equal(world.connections.length, 2);
    world.answer = () => {
      throw new Failure('unreachable', 'GET https://relay.example: ECONNREFUSED');
    };
    await world.clock.advance(10 * 60_000);
    assert(world.connections.length > 10 && world.connections.length < 25, String(world.connections.length));
  });

  it('pauses before it reconnects, whatever pause the relay asks for', async () => {
    const world = start();
    world.answer = (connection) => {
      connection.send(handshake().replace('retry: 2000', 'retry: 0'));
      connection.end();
      return eventStream(connection);
    };
    await settle();
    for (let step = 0; step < 40; step++) await world.clock.advance(50);
    assert.ok(
      world.connections.length > 1 && world.connections.length < 10,
      String(world.connections.length),
    );
  });

  it('passes on a spread of at most five minutes, which timers can wait', async () => {
    const world = await startWith(handshake(1e300));
    world.connections[0]?.send(pushEvent(8).replace('"spreadMs":40', '"spreadMs":1e12'));
    await settle();
    assert.deepEqual(fieldOf(world.pushes, 'spreadMs'), [300_000, 300_000]);
  });

  it('is away when a proxy answers with a page in place of the relay', async () => {
    const world = start();
    world.answer = refuseWith(200, { 'content-type': 'text/html' });
    await settle();
    assert.equal(world.client.state, 'away');
  });

  it('causes a poll of all its projects after a malformed push event', async () => {
    const { pushes } = await startWith(`${handshake()}event: doorbell\ndata: {"v":2}\n\n`);
    assert.deepEqual([pushes.length, pushes[1]?.concerns('mine')], [2, true]);
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
      assert(world.connections.length > 50, String(world.connections.length));
      const listeners = [...signals].map((signal) => getEventListeners(signal, 'abort').length);
      assert(Math.max(...listeners) < 3, String(listeners));
    } finally {
      Reflect.deleteProperty(AbortSignal.prototype, 'addEventListener');
    }
  });

  it('ends its connection when it is disposed', async () => {
    const { clock, client, connections } = await startWith(handshake());
    client.dispose();
    await clock.advance(3_600_000);
    assert.deepEqual([connections.length, connections[0]?.request.signal.aborted], [1, true]);
  });
});
