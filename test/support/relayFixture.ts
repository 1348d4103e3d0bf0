import { relayPaths, type PushEvent } from '../../src/core/push/pushEvents.ts';
import { EventStreamReader } from '../../src/core/push/eventStream.ts';
import { sign } from '../../src/core/webhooks/signature.ts';
import { createHttp } from '../../src/node/http/createHttp.ts';
import { openStream } from '../../src/node/http/openStream.ts';
import type { CreatedKey } from '../../src/relay/relayKeys.ts';
import { openSqliteKeys } from '../../src/relay/sqliteStore.ts';

export const webhookSecret = '0123456789abcdef';
const http = createHttp();
let number = 0;

/** A body as the platform sends it; no two are alike. */
export function gateWebhookBody(project: string): string {
  const gate = { status: number++ % 2 === 0 ? 'ERROR' : 'OK', conditions: [] };
  return JSON.stringify({
    status: 'SUCCESS',
    taskId: `task-${number}`,
    project: { key: project },
    qualityGate: gate,
  });
}

/** Delivers as the platform does; the status of the answer. */
export async function deliver(url: string, body: string, secret = webhookSecret): Promise<number> {
  const headers = { 'X-Sonar-Webhook-HMAC-SHA256': sign(Buffer.from(body), secret) };
  return (await http.send({ method: 'POST', url: `${url}${relayPaths.webhook}`, headers, body })).status;
}

/** Creates a key beside a relay that runs, as `relay key create` does. */
export async function createKey(data: string, ...projects: string[]): Promise<CreatedKey> {
  const { keys, close } = openSqliteKeys(data, Date.now);
  try {
    return await keys.create({ name: 'test', projects });
  } finally {
    await close();
  }
}

export async function revokeKey(data: string, id: string): Promise<void> {
  const { keys, close } = openSqliteKeys(data, Date.now);
  try {
    await keys.revoke(id);
  } finally {
    await close();
  }
}

/** An editor's stream, read event by event. */
export class Listening {
  readonly #pieces: AsyncIterator<string>;
  readonly #abort: AbortController;
  readonly #reader = new EventStreamReader();
  readonly #events: { name: string; data: unknown }[] = [];

  private constructor(pieces: AsyncIterable<string>, abort: AbortController) {
    this.#pieces = pieces[Symbol.asyncIterator]();
    this.#abort = abort;
  }

  /** @throws Error with the status when the relay opens no stream */
  static async open(url: string, key: string, lastEventId?: string): Promise<Listening> {
    const abort = new AbortController();
    const headers = {
      Authorization: `Bearer ${key}`,
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    };
    const { status, pieces } = await openStream({
      url: `${url}${relayPaths.pushEvents}`,
      headers,
      signal: abort.signal,
    });
    if (status !== 200) {
      abort.abort();
      throw new Error(`status ${status}`);
    }
    return new Listening(pieces, abort);
  }

  get lastEventId(): string | undefined {
    return this.#reader.lastEventId;
  }

  get retryMs(): number | undefined {
    return this.#reader.retryMs;
  }

  /** The next event; undefined when the stream has ended. */
  async next(): Promise<{ name: string; data: unknown } | undefined> {
    while (this.#events.length === 0) {
      const piece = await this.#pieces.next();
      if (piece.done === true) return undefined;
      for (const { name, data } of this.#reader.push(piece.value))
        this.#events.push({ name, data: JSON.parse(data) });
    }
    return this.#events.shift();
  }

  /** Sequences of the next push events; any other event is a failure. */
  async sequences(count: number): Promise<number[]> {
    const found: number[] = [];
    while (found.length < count) {
      const event = await this.next();
      if (event?.name !== 'doorbell') throw new Error(`No push event but ${JSON.stringify(event)}`);
      found.push((event.data as PushEvent).sequence);
    }
    return found;
  }

  /** Sequences of the push events up to the end of a stream whose relay was killed. */
  async rest(): Promise<number[]> {
    const found: number[] = [];
    try {
      for (;;) found.push(...(await this.sequences(1)));
    } catch {
      // Cut off: nothing more comes.
      return found;
    }
  }

  close(): void {
    this.#abort.abort();
  }
}
