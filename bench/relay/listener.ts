/**
 * Holds streams of push events open for bench/relay.bench.ts, as many editors would. Messages: an `Order` opens streams
 * and is answered when all have their handshake; `Sent` asks for the result. A stream that ends is opened again after the
 * delay that the relay asks for, as an editor does.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { EventStreamReader } from '../../src/core/push/eventStream.ts';
import {
  opaqueProjectId,
  relayEvents,
  type Handshake,
  type PushEvent,
} from '../../src/core/push/pushEvents.ts';
import { openStream } from '../../src/node/http/openStream.ts';
import type { Heard, Order, Sent } from './messages.ts';

interface Receipt {
  readonly at: number;
  readonly sequence: number;
}

interface Stream {
  /** Push events by opaque project id. */
  readonly received: Map<string, Receipt[]>;
  disordered: number;
  position: number;
  lastEventId: string | undefined;
}

const streams: Stream[] = [];
/** Opaque project ids, from the handshakes, by project key. */
const ids = new Map<string, string>();
let handshakes = 0;

/** Opens a stream, and again whenever it ends. `ready` is called at the first handshake. */
async function follow(
  url: string,
  key: string,
  project: string,
  stream: Stream,
  ready: () => void,
): Promise<void> {
  for (let retryMs = 1000; ;) {
    try {
      const { status, pieces } = await openStream({
        url: `${url}/events`,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(stream.lastEventId !== undefined && { 'Last-Event-ID': stream.lastEventId }),
        },
        signal: new AbortController().signal,
      });
      if (status === 200) retryMs = await read(pieces, project, stream, ready, retryMs);
    } catch {
      // The relay is restarting: the bench measures how long its editors need to come back.
    }
    await pause(retryMs * (0.5 + Math.random()));
  }
}

async function read(
  pieces: AsyncIterable<string>,
  project: string,
  stream: Stream,
  ready: () => void,
  retryMs: number,
): Promise<number> {
  const reader = new EventStreamReader();
  for await (const piece of pieces) {
    for (const { name, data } of reader.push(piece)) {
      if (name === relayEvents.handshake) {
        handshakes++;
        if (!ids.has(project))
          ids.set(project, opaqueProjectId((JSON.parse(data) as Handshake).salt, project));
        ready();
      }
      if (name === relayEvents.pushEvent) take(stream, JSON.parse(data) as PushEvent);
    }
    stream.lastEventId = reader.lastEventId ?? stream.lastEventId;
  }
  return reader.retryMs ?? retryMs;
}

function take(stream: Stream, { project, sequence }: PushEvent): void {
  if (sequence <= stream.position) stream.disordered++;
  stream.position = sequence;
  const receipts = stream.received.get(project) ?? [];
  receipts.push({ at: Date.now(), sequence });
  stream.received.set(project, receipts);
}

/** Returns the time from each delivery to the first push event behind it, in every stream that covers its project. */
function report({ sentAt }: Sent): Heard {
  const delaysMs: number[] = [];
  let missed = 0;
  for (const [project, times] of Object.entries(sentAt)) {
    const id = ids.get(project) ?? '';
    for (const { received } of streams) {
      const receipts = received.get(id);
      if (!receipts) continue;
      let next = 0;
      for (const time of times) {
        while ((receipts[next]?.at ?? Infinity) < time) next++;
        const receipt = receipts[next];
        if (receipt) delaysMs.push(receipt.at - time);
        else missed++;
      }
    }
  }
  const { user, system } = process.cpuUsage();
  const disordered = streams.reduce((sum, stream) => sum + stream.disordered, 0);
  return {
    delaysMs: Float64Array.from(delaysMs),
    missed,
    disordered,
    handshakes,
    cpuSeconds: (user + system) / 1e6,
  };
}

// The bench has gone, however it ended.
process.once('disconnect', () => process.exit());
process.on('message', (message: Order | Sent) => {
  if (message.kind === 'sent') {
    process.send?.(report(message));
    return;
  }
  const { urls, keys, streamsPerKey } = message;
  void (async () => {
    for (const [index, { key, project }] of keys.entries())
      await Promise.all(
        Array.from({ length: streamsPerKey }, (_, number) => {
          const stream: Stream = { received: new Map(), disordered: 0, position: 0, lastEventId: undefined };
          streams.push(stream);
          const url = urls[(index + number) % urls.length] ?? '';
          return new Promise<void>((resolve, reject) => {
            follow(url, key, project, stream, resolve).catch(reject);
          });
        }),
      );
    process.send?.('listening');
  })();
});
