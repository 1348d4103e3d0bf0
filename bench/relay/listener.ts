/**
 * Holds streams of push events open for bench/relay.bench.ts, as many editors would: `{url, keys, streamsPerKey}` opens them and is
 * answered when all are greeted, `report` asks what they heard.
 */
import { relayEvents, type PushEvent } from '../../src/core/push/pushEvents.ts';
import { EventStreamReader } from '../../src/core/push/eventStream.ts';
import { openStream } from '../../src/node/http/openStream.ts';
import type { Heard } from '../relay.bench.ts';

interface Order {
  readonly url: string;
  readonly keys: readonly string[];
  readonly streamsPerKey: number;
}

const delaysMs: number[] = [];
/** Sequences of the push events that each stream heard. */
const heard: { readonly key: string; readonly sequences: number[] }[] = [];

async function open(url: string, key: string): Promise<void> {
  const { status, pieces } = await openStream({
    url: `${url}/doorbells`,
    headers: { Authorization: `Bearer ${key}` },
    signal: new AbortController().signal,
  });
  if (status !== 200) throw new Error(`status ${status}`);
  const sequences: number[] = [];
  heard.push({ key, sequences });
  await new Promise<void>((resolve, reject) => {
    listen(pieces, sequences, resolve).catch(reject);
  });
}

async function listen(
  pieces: AsyncIterable<string>,
  sequences: number[],
  greeted: () => void,
): Promise<void> {
  const reader = new EventStreamReader();
  for await (const piece of pieces)
    for (const { name, data } of reader.push(piece)) {
      if (name === relayEvents.handshake) greeted();
      if (name !== relayEvents.pushEvent) continue;
      // A thousand editors in one process: each parses alone what all of them would check a thousand times here.
      const { at, sequence } = JSON.parse(data) as PushEvent;
      // The same machine's clock on both sides.
      delaysMs.push(Date.now() - at);
      sequences.push(sequence);
    }
}

/** Push events stand for those before them, so a stream has lost something only where it did not hear the newest. */
function report(): Heard {
  let [behind, disordered] = [0, 0];
  const newest = new Map<string, number>();
  for (const { key, sequences } of heard)
    newest.set(key, Math.max(newest.get(key) ?? 0, sequences.at(-1) ?? 0));
  for (const { key, sequences } of heard) {
    if (sequences.at(-1) !== newest.get(key)) behind++;
    disordered += sequences.filter((sequence, index) => sequence <= (sequences[index - 1] ?? 0)).length;
  }
  return { delaysMs, behind, disordered };
}

// The bench has gone, however it ended.
process.once('disconnect', () => process.exit());
process.on('message', (message: Order | 'report') => {
  if (message === 'report') {
    process.send?.(report());
    return;
  }
  const { url, keys, streamsPerKey } = message;
  void (async () => {
    for (const key of keys) await Promise.all(Array.from({ length: streamsPerKey }, () => open(url, key)));
    process.send?.('listening');
  })();
});
