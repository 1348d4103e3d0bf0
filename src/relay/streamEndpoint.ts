import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../core/clock.ts';
import { DisposableStore, type Disposable } from '../core/disposables.ts';
import { Failure } from '../core/failures.ts';
import { opaqueProjectId, parseLogPosition, type Handshake } from '../core/push/pushEvents.ts';
import type { RateQuota } from '../node/http/server/rateQuota.ts';
import type { FanOut } from './fanOut.ts';
import type { Metrics } from './metrics.ts';
import type { RelayKey } from './relayKeys.ts';
import type { RelayStore } from './relayStore.ts';
import { handshakeText, Subscriber } from './subscriber.ts';

/** The range, in milliseconds, from which each editor gets a random delay before it reconnects. */
const retry = { from: 500, to: 5000 };

/** The number of portions in which a drain ends the streams. */
const drainSteps = 20;

export interface StreamEndpointOptions {
  readonly store: Pick<RelayStore, 'log' | 'keys' | 'salt'>;
  readonly fanOut: FanOut;
  readonly quota: StreamQuota<Subscriber>;
  /** Streams that are opened, per id of a key. */
  readonly openings: RateQuota;
  /** Called for a request with a valid key. */
  readonly onAuthenticated: (request: IncomingMessage) => void;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
}

interface Refusal {
  readonly status: number;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Opens and ends the event streams of editors. */
export class StreamEndpoint implements Disposable {
  readonly #options: StreamEndpointOptions;
  readonly #scope = new DisposableStore();
  #isDraining = false;
  /**
   * Identifies the period in which this relay has stored all deliveries. It changes after the log was unreachable: then
   * deliveries may be lost, so editors poll.
   */
  #run = randomUUID();

  constructor(options: StreamEndpointOptions) {
    this.#options = options;
    const { log } = options.store;
    this.#scope.add(
      log.onDidChangeAvailability(() => {
        if (log.isAvailable) this.#run = randomUUID();
        options.fanOut.broadcast(({ projects }) => handshakeText(this.#handshakeOf(projects)));
      }),
    );
    this.#scope.add(
      log.onDidReset(() => {
        options.fanOut.reset();
        for (const subscriber of [...options.fanOut.subscribers]) this.#end(subscriber, 'reset');
      }),
    );
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  get count(): number {
    return this.#options.fanOut.subscribers.size;
  }

  /** The number of streams whose reader is slower than the push events. */
  get behind(): number {
    return this.#options.fanOut.behind;
  }

  /** Answers a request for a stream: opens it, or refuses it with 401, 429 or 503. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = await this.#openUnlessRefused(request, response);
    if (!refusal) return;
    this.#options.metrics.add('streams_refused_total', 1, refusal.reason);
    response.writeHead(refusal.status, refusal.headers).end();
  }

  /** Does nothing for an editor that has gone. */
  async #openUnlessRefused(request: IncomingMessage, response: ServerResponse): Promise<Refusal | undefined> {
    const { quota, openings } = this.#options;
    const wait = { 'Retry-After': String(Math.ceil(this.#retryMs() / 1000)) };
    const [, presented] = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '') ?? [];
    const key = presented === undefined ? undefined : await this.#find(presented);
    if (key === 'unavailable') return { status: 503, reason: 'logAway', headers: wait };
    if (!key) {
      const reason = presented === undefined ? 'noKey' : 'unknownKey';
      return { status: 401, reason, headers: { 'WWW-Authenticate': 'Bearer' } };
    }
    // The answer of a shared store may have taken longer than the client's patience, or until the relay stops.
    if (request.socket.destroyed) return undefined;
    if (this.#isDraining) return { status: 503, reason: 'draining', headers: wait };
    const waitSeconds = openings.take(key.id);
    if (waitSeconds > 0)
      return { status: 429, reason: 'tooMany', headers: { 'Retry-After': String(waitSeconds) } };
    // Nothing waits between the check and the stream, so that requests at the same time do not get the same room.
    const room = quota.roomFor(key.id);
    if (room === 'full') return { status: 503, reason: 'full', headers: wait };
    if (room) this.#end(room, 'displaced');
    this.#open(request, response, key);
    return undefined;
  }

  #open(request: IncomingMessage, response: ServerResponse, key: RelayKey): void {
    const { store, fanOut, quota, metrics, onAuthenticated } = this.#options;
    onAuthenticated(request);
    const before = parseLogPosition(String(request.headers['last-event-id'] ?? ''));
    // A stream without a position starts at the newest push event. One with a position in another log starts before
    // the first push event, so that it gets a gap event.
    const position = before ? (before.log === store.log.id ? before.sequence : -1) : store.log.last;
    const projects = new Set(key.projects.map((project) => opaqueProjectId(store.salt, project)));
    const subscriber = new Subscriber(response, { keyId: key.id, projects, log: store.log.id, position });
    request.socket.setNoDelay(true);
    request.socket.setKeepAlive(true, 30_000);
    quota.add(subscriber);
    response.once('close', () => {
      fanOut.remove(subscriber);
      quota.remove(subscriber);
    });
    metrics.add('streams_opened_total');
    if (before) metrics.add('streams_resumed_total');
    subscriber.open(this.#handshakeOf(projects), this.#retryMs());
    fanOut.add(subscriber);
  }

  /**
   * Ends the streams of keys that were revoked or have expired.
   * @throws {Failure} `unavailable` if a shared store cannot be reached; the streams stay open then
   */
  async endRevoked(): Promise<void> {
    const { fanOut, store } = this.#options;
    if (fanOut.subscribers.size === 0) return;
    const live = await store.keys.live();
    for (const subscriber of fanOut.subscribers)
      if (!live.has(subscriber.keyId)) this.#end(subscriber, 'revoked');
  }

  /**
   * Refuses new streams, writes the pending push events and ends all streams evenly over a time, so that the other
   * relays do not get all editors at once. Resolves when no stream is left.
   */
  async drain(durationMs: number): Promise<void> {
    this.#isDraining = true;
    const { fanOut, clock } = this.#options;
    fanOut.flush();
    for (let left = drainSteps; left > 0 && fanOut.subscribers.size > 0; left--) {
      const portion = [...fanOut.subscribers].slice(0, Math.ceil(fanOut.subscribers.size / left));
      for (const subscriber of portion) this.#end(subscriber, 'drained');
      if (fanOut.subscribers.size > 0)
        await new Promise<void>((resolve) => clock.setTimer(durationMs / drainSteps, resolve));
    }
  }

  dispose(): void {
    this.#scope.dispose();
  }

  async #find(key: string): Promise<RelayKey | 'unavailable' | undefined> {
    try {
      return await this.#options.store.keys.find(key);
    } catch (error) {
      if (Failure.is(error, 'unavailable')) return 'unavailable';
      throw error;
    }
  }

  #handshakeOf(projects: ReadonlySet<string>): Handshake {
    const { store, fanOut } = this.#options;
    return {
      salt: store.salt,
      projects: [...projects],
      run: this.#run,
      spreadMs: fanOut.spreadOf(projects),
      ...(!store.log.isAvailable && { isLogAway: true }),
    };
  }

  #end(subscriber: Subscriber, reason: string): void {
    this.#options.metrics.add('streams_ended_total', 1, reason);
    // The stream must get no more writes, and `close` may come much later for a slow reader.
    this.#options.fanOut.remove(subscriber);
    this.#options.quota.remove(subscriber);
    subscriber.end(this.#retryMs());
  }

  #retryMs(): number {
    return Math.round(retry.from + this.#options.random() * (retry.to - retry.from));
  }
}

/** Younger streams are not ended for others of their key: editors reconnect and would displace each other endlessly. */
const protectedMs = 30_000;

interface StreamQuotaOptions {
  readonly maxStreams: number;
  readonly maxPerKey: number;
  /** The time of the relay's clock in milliseconds. */
  readonly now: () => number;
}

/**
 * Distributes the streams of a relay among its keys, so that a stolen key, or a key whose editors leave dead
 * connections, cannot lock out other editors. It does not count by address, because the editors of a company share the
 * address of one gateway.
 */
export class StreamQuota<S extends { readonly keyId: string }> {
  readonly #options: StreamQuotaOptions;
  /** The streams by id of their key, oldest first, each with its opening time. */
  readonly #streams = new Map<string, Map<S, number>>();
  #count = 0;

  constructor(options: StreamQuotaOptions) {
    this.#options = options;
  }

  /**
   * Returns undefined if a new stream of a key has room; otherwise the stream that must be ended first, or `full` if
   * there is none. At the key's limit, this is the key's oldest stream, if it is at least 30 s old. At the relay's limit,
   * it is the oldest stream of the key with the most streams, if that key has at least two more than this one.
   */
  roomFor(keyId: string): S | 'full' | undefined {
    const { maxStreams, maxPerKey, now } = this.#options;
    const own = this.#streams.get(keyId);
    if (own && own.size >= maxPerKey) {
      const [oldest] = own;
      return oldest && now() - oldest[1] >= protectedMs ? oldest[0] : 'full';
    }
    if (this.#count < maxStreams) return undefined;
    // The key that loses a stream must still have at least as many as the key of the new stream.
    let most = (own?.size ?? 0) + 1;
    let oldest: S | undefined;
    for (const streams of this.#streams.values())
      if (streams.size > most) [most, [oldest]] = [streams.size, streams.keys()];
    return oldest ?? 'full';
  }

  add(stream: S): void {
    const streams = this.#streams.get(stream.keyId) ?? new Map<S, number>();
    streams.set(stream, this.#options.now());
    this.#streams.set(stream.keyId, streams);
    this.#count++;
  }

  remove(stream: S): void {
    const streams = this.#streams.get(stream.keyId);
    if (!streams?.delete(stream)) return;
    this.#count--;
    if (streams.size === 0) this.#streams.delete(stream.keyId);
  }
}
