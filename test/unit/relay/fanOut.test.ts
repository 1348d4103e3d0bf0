import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { systemClock as clock } from '../../../src/node/process/clock.ts';
import { FanOut } from '../../../src/relay/fanOut.ts';
import { Metrics } from '../../../src/relay/metrics.ts';
import type { PushLog } from '../../../src/relay/relayStore.ts';
import { openSqliteStore } from '../../../src/relay/sqliteStore.ts';
import { Subscriber } from '../../../src/relay/subscriber.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

// Long ones fill the buffers of the system soon.
const project = 'p'.repeat(4000);

interface Fixture {
  readonly stream: PushLog;
  readonly fanOut: FanOut;
  /** A stream over a real connection: what the reader sees, and the one that writes. */
  readonly open: () => Promise<{ readonly reader: Socket; readonly subscriber: Subscriber }>;
}

async function withFanOut(work: (fixture: Fixture) => Promise<void>): Promise<void> {
  await withTempFolder(async (data) => {
    const onError = (error: unknown): void => {
      throw error;
    };
    const store = openSqliteStore({ data, keep: 1_000_000, keepDays: 30, now: Date.now, onError });
    const stream = store.log;
    const fanOut = new FanOut({ log: stream, clock, metrics: new Metrics(), onError });
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const open: Fixture['open'] = async () => {
      const requested = once(server, 'request') as Promise<[unknown, ServerResponse]>;
      const reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
      reader.pause();
      reader.write('GET / HTTP/1.1\r\nHost: relay\r\n\r\n');
      const [, response] = await requested;
      const place = { keyId: 'key', projects: new Set([project]), log: stream.id, position: 0 };
      const subscriber = new Subscriber(response, place);
      response.once('close', () => fanOut.remove(subscriber));
      subscriber.open({ salt: '', projects: [], run: '1', spreadMs: 0 }, 0);
      fanOut.add(subscriber);
      return { reader, subscriber };
    };
    try {
      await work({ stream, fanOut, open });
    } finally {
      fanOut.dispose();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      await store.close();
    }
  });
}

/** Resolves with the sequences that a reader has seen when the given one is among them. */
async function sequencesUpTo(reader: Socket, last: number): Promise<number[]> {
  const seen: number[] = [];
  let rest = '';
  reader.resume();
  for await (const chunk of reader as AsyncIterable<Buffer>) {
    rest += chunk.toString('latin1');
    for (const { 1: number = '' } of rest.matchAll(/"sequence":(\d+),/g)) seen.push(Number(number));
    rest = rest
      .slice(Math.max(rest.lastIndexOf('"sequence":'), rest.length - 40))
      .replace(/^"sequence":\d+,/, '');
    if (seen.at(-1) === last) return seen;
  }
  throw new Error(`The stream ended after ${seen.at(-1) ?? 0}`);
}

describe('fan-out', () => {
  it('lets no silent reader delay others, and sends it everything when it reads', () =>
    withFanOut(async ({ stream, fanOut, open }) => {
      const slow = await open();
      const quick = await open();
      quick.reader.resume();
      let last = 0;
      // Until the buffers of the slow one are full, here and in the system.
      while (slow.subscriber.behindSince === undefined || quick.subscriber.behindSince !== undefined) {
        assert(last < 100_000, 'The slow reader never fell behind');
        for (let count = 0; count < 100; count++) await stream.append({ project, digest: String(last++) });
        fanOut.flush();
        await new Promise(setImmediate);
      }
      // A slow reader costs the bytes that did not fit into its connection, not everything that it has still to
      // read.
      for (let count = 0; count < 500; count++) await stream.append({ project, digest: String(last++) });
      fanOut.flush();
      assert.equal(fanOut.behind >= 1, true);
      const all = Array.from({ length: last }, (_, index) => index + 1);
      assert.deepEqual(await sequencesUpTo(slow.reader, last), all);
      slow.reader.destroy();
      quick.reader.destroy();
    }));

  it('sends all push events in order and once to readers that connect meanwhile', () =>
    withFanOut(async ({ stream, fanOut, open }) => {
      const readers: Socket[] = [];
      for (let sequence = 1; sequence <= 50; sequence++) {
        await stream.append({ project, digest: String(sequence) });
        if (sequence % 10 === 5) readers.push((await open()).reader);
        if (sequence % 10 === 7) fanOut.flush();
      }
      fanOut.flush();
      const all = Array.from({ length: 50 }, (_, index) => index + 1);
      for (const reader of readers) {
        assert.deepEqual(await sequencesUpTo(reader, 50), all);
        reader.destroy();
      }
    }));

  it('writes only the newest push event of a project where there are too many to write', () =>
    withFanOut(async ({ stream, fanOut, open }) => {
      const { reader, subscriber } = await open();
      while (subscriber.behindSince !== undefined) await new Promise(setImmediate);
      for (let sequence = 1; sequence <= 5000; sequence++)
        await stream.append({ project, digest: String(sequence) });
      fanOut.flush();
      assert.deepEqual(await sequencesUpTo(reader, 5000), [5000]);
      reader.destroy();
    }));
});
