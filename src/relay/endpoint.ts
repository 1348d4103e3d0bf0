import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Disposable } from '../core/disposables.ts';
import { opaqueProjectId, parseLogPosition, relayPaths } from '../core/push/pushEvents.ts';
import type { WebhookReceiver } from '../core/webhooks/receiver.ts';
import { ClientGone, type BodyReader } from '../node/http/server/bodyReader.ts';
import { isForeignHost, isFromBrowser } from '../node/http/server/requestGuard.ts';
import { headersOf, maxDeliveryBytes, statusOf } from '../node/http/webhookListener.ts';
import type { PushLog } from './pushLog.ts';
import type { FanOut } from './fanOut.ts';
import type { RelayKeys } from './keys.ts';
import type { Metrics } from './metrics.ts';
import type { StreamQuota } from './streamQuota.ts';
import { Subscriber } from './subscriber.ts';

/** The range, in milliseconds, from which each editor gets a random delay before it reconnects. */
const retry = { from: 500, to: 5000 };

export interface EndpointOptions {
  readonly receiver: WebhookReceiver;
  readonly stream: PushLog;
  readonly fanOut: FanOut;
  readonly keys: RelayKeys;
  /** Turns project keys into opaque ids. */
  readonly salt: string;
  /** Identifies this run of the relay. */
  readonly run: string;
  readonly quota: StreamQuota<Subscriber>;
  /** Returns whether a name in a Host header belongs to the relay. Undefined disables the check. */
  readonly isOwnHost: ((name: string) => boolean) | undefined;
  readonly bodies: BodyReader;
  /** Called for a request with a valid key or a valid signature. */
  readonly onAuthenticated: (request: IncomingMessage) => void;
  readonly metrics: Metrics;
  readonly random: () => number;
  readonly onError: (error: unknown) => void;
}

/** Answers the HTTP requests to a relay: deliveries, streams, health and metrics. */
export class Endpoint implements Disposable {
  readonly #options: EndpointOptions;
  #isDraining = false;

  constructor(options: EndpointOptions) {
    this.#options = options;
  }

  /** Answers a request. Never rejects: errors are reported, and answered with 500 if possible. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const path = request.url?.replace(/\?.*/, '');
      if (this.#isForeign(request)) finish(response, 403, { Connection: 'close' });
      else if (path === relayPaths.webhook) await this.#takeDelivery(request, response);
      else if (request.method !== 'GET') finish(response, 405);
      else if (path === relayPaths.pushEvents) await this.#openStream(request, response);
      else if (path === relayPaths.health) await this.#sayHealth(response);
      else if (path === relayPaths.metrics) await this.#sayMetrics(response);
      else finish(response, 404);
    } catch (error) {
      if (error instanceof ClientGone || response.headersSent) response.destroy();
      else finish(response, 500);
      if (!(error instanceof ClientGone)) this.#report(error);
    }
  }

  /**
   * Returns whether a request comes from a web page, which has no reason to call a relay. `isForeignHost` detects a
   * page that rebinds DNS.
   */
  #isForeign({ headers, method }: IncomingMessage): boolean {
    const { isOwnHost } = this.#options;
    if (isOwnHost && isForeignHost(headers, isOwnHost)) return true;
    return method === 'POST' && isFromBrowser(headers);
  }

  /** Ends the streams of keys that were revoked or have expired. */
  endRevoked(): void {
    const { fanOut, keys } = this.#options;
    if (fanOut.subscribers.size === 0) return;
    const live = keys.live();
    for (const subscriber of fanOut.subscribers)
      if (!live.has(subscriber.keyId)) this.#end(subscriber, 'revoked');
  }

  /** Refuses new streams, writes the pending push events and ends every stream. */
  dispose(): void {
    this.#isDraining = true;
    const { fanOut } = this.#options;
    fanOut.flush();
    for (const subscriber of fanOut.subscribers) this.#end(subscriber, 'drained');
  }

  /** Handles a delivery. The success answer is sent only after the push event is stored. */
  async #takeDelivery(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { receiver, bodies, stream, salt, metrics, onAuthenticated } = this.#options;
    const refuse = (status: number, result: string): void => {
      metrics.add('deliveries_total', 1, result);
      // The body may not have been read, so the connection cannot be used again.
      finish(response, status, { Connection: 'close' });
    };
    if (request.method !== 'POST') {
      refuse(405, 'refused');
      return;
    }
    const headers = headersOf(request);
    const unsigned = receiver.refuseUnsigned(headers);
    if (unsigned) {
      refuse(statusOf(unsigned), unsigned.reason);
      return;
    }
    const body = await bodies.read(request, response, maxDeliveryBytes);
    if (!Buffer.isBuffer(body)) {
      refuse(body, 'refused');
      return;
    }
    const received = receiver.receive(headers, body);
    const project = received.kind === 'accepted' ? received.payload.project.key : undefined;
    if (received.kind !== 'accepted' || project === undefined) {
      const isNameless = received.kind === 'accepted';
      refuse(
        isNameless ? 400 : statusOf(received),
        received.kind === 'ignored' ? received.reason : 'malformed',
      );
      return;
    }
    if (receiver.needsSignature) onAuthenticated(request);
    const pushEvent = await stream.append({
      project: opaqueProjectId(salt, project),
      digest: received.digest,
    });
    metrics.add('deliveries_total', 1, pushEvent ? 'accepted' : 'repeated');
    if (pushEvent) metrics.add('doorbells_total');
    finish(response, 204);
  }

  async #openStream(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { fanOut, keys, salt, run, stream, metrics, quota, onAuthenticated } = this.#options;
    const refuse = (status: number, reason: string, headers: Record<string, string> = {}): void => {
      metrics.add('streams_refused_total', 1, reason);
      finish(response, status, headers);
    };
    const wait = { 'Retry-After': String(Math.ceil(this.#retryMs() / 1000)) };
    if (this.#isDraining) {
      refuse(503, 'draining', wait);
      return;
    }
    const [, presented] = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '') ?? [];
    const key = presented === undefined ? undefined : keys.find(presented);
    if (!key) {
      refuse(401, presented === undefined ? 'noKey' : 'unknownKey', { 'WWW-Authenticate': 'Bearer' });
      return;
    }
    const place = parseLogPosition(String(request.headers['last-event-id'] ?? ''));
    // A stream without a place starts at the newest push event. One with a place in another log starts before the first
    // push event, so that it gets a gap event.
    const position = place ? (place.log === stream.id ? place.sequence : -1) : await stream.last();
    const room = quota.roomFor(key.id);
    if (room === 'full') {
      refuse(503, 'full', wait);
      return;
    }
    onAuthenticated(request);
    if (room) this.#end(room, 'displaced');
    const projects = new Set(key.projects.map((project) => opaqueProjectId(salt, project)));
    const subscriber = new Subscriber(response, { keyId: key.id, projects, log: stream.id, position });
    request.socket.setNoDelay(true);
    request.socket.setKeepAlive(true, 30_000);
    quota.add(subscriber);
    response.once('close', () => {
      fanOut.remove(subscriber);
      quota.remove(subscriber);
    });
    metrics.add('streams_opened_total');
    if (place) metrics.add('streams_resumed_total');
    const spreadMs = fanOut.spreadOf(projects);
    subscriber.sendHandshake({ salt, projects: [...projects], run, spreadMs }, this.#retryMs());
    fanOut.add(subscriber);
  }

  async #sayHealth(response: ServerResponse): Promise<void> {
    const { stream, fanOut } = this.#options;
    const lastSequence = await stream.last();
    const status = this.#isDraining ? 'draining' : 'ok';
    const body = JSON.stringify({ status, streams: fanOut.subscribers.size, lastSequence });
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
    response.writeHead(this.#isDraining ? 503 : 200, headers).end(`${body}\n`);
  }

  async #sayMetrics(response: ServerResponse): Promise<void> {
    const { metrics, fanOut, stream } = this.#options;
    metrics.set('streams', fanOut.subscribers.size);
    metrics.set('streams_behind', fanOut.behind);
    metrics.set('log_last_sequence', await stream.last());
    const headers = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' };
    response.writeHead(200, headers).end(String(metrics));
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

  #report(error: unknown): void {
    this.#options.metrics.add('errors_total');
    this.#options.onError(error);
  }
}

function finish(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers).end();
}
