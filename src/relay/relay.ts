import { readFileSync } from 'node:fs';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failures.ts';
import { WebhookReceiver } from '../core/webhooks/receiver.ts';
import { HttpServer } from '../node/http/server/httpServer.ts';
import { RateQuota } from '../node/http/server/rateQuota.ts';
import {
  isLoopbackAddress,
  ownHosts,
  isForeignHost,
  isFromBrowser,
} from '../node/http/server/requestGuard.ts';
import { deliveryLimits } from '../node/http/webhookListener.ts';
import { systemClock } from '../node/process/clock.ts';
import { answerDelivery, type DeliveryOptions } from './deliveryEndpoint.ts';
import { FanOut } from './fanOut.ts';
import { Metrics } from './metrics.ts';
import type { NatsAddress } from './nats/natsStore.ts';
import type { RelayStore, PushLog } from './relayStore.ts';
import { openSqliteStore } from './sqliteStore.ts';
import { StreamEndpoint, StreamQuota, type StreamEndpointOptions } from './streamEndpoint.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { relayPaths } from '../core/push/pushEvents.ts';
import { ClientGone } from '../node/http/server/bodyReader.ts';

export interface RelayOptions {
  /** The folder of the log and the keys without `nats`. */
  readonly data: string;
  readonly nats?: (NatsAddress & { readonly replicas: 1 | 3 }) | undefined;
  /** 0 selects a free one. */
  readonly port: number;
  readonly host: string;
  /** The webhook secrets: two while a secret is being replaced. Without a secret, unsigned deliveries are accepted. */
  readonly secrets: readonly string[];
  /** Paths of PEM files. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** The number of push events to keep for editors that reconnect. */
  readonly keep: number;
  /** Age in days after which push events are deleted. Default: 30. */
  readonly keepDays?: number;
  readonly maxStreams: number;
  /** The largest number of simultaneous streams of one key. Default: half of `maxStreams`, but at least 16. */
  readonly maxStreamsPerKey?: number | undefined;
  /**
   * Host names that requests may use, besides those of the loopback. By default every name is accepted, except by a
   * relay on the loopback that accepts unsigned deliveries: it accepts only the names of the loopback.
   */
  readonly allowedHosts?: readonly string[];
  /** Milliseconds between two checks for revoked keys. */
  readonly revocationMs?: number;
  /** Milliseconds over which `stop` ends the streams of editors. Default: 5,000. */
  readonly drainMs?: number | undefined;
  /** The relay's time. Default: the clock of the system. */
  readonly clock?: Clock;
  /** The largest number of unsigned deliveries that one address may send per minute. Default: 30,000, of these 3,000 at once. */
  readonly maxDeliveriesPerMinute?: number | undefined;
  /** Called with unexpected errors, such as defects and disk failures. */
  readonly onError: (error: unknown) => void;
  /** Called once with a sentence for the operator when the start needs longer because NATS does not answer yet. */
  readonly onDelay?: (message: string) => void;
  /** Called when a shared log can no longer be reached, and when it can be reached again. */
  readonly onAvailability?: (isAvailable: boolean) => void;
}

export interface RunningRelay {
  /** The relay's address without trailing slash. */
  readonly url: string;
  /** For new connections. Throws if the certificate cannot be used. */
  reloadCertificate(): void;
  /** Refuses new streams and connections, ends the open streams, and finishes the deliveries in progress. */
  stop(): Promise<void>;
}

/** The default limit of streams per key is at least this. */
const fewStreams = 16;

/** Limit for unsigned deliveries. A platform of 100,000 editors sends about 6,000 a minute, and may be behind the address of a load balancer. */
const defaultDeliveriesPerMinute = 30_000;

/** Connections beside the streams: deliveries, health checks, and clients that have not sent a key yet. */
const spareConnections = 1024;

/** With the time of the check, a revoked key is refused and its streams are ended within five seconds. */
const defaultRevocationMs = 2000;

/** Connections that are still open after this time of shutdown are closed. */
const closeMs = 5000;

type TlsFiles = ReturnType<typeof readTls>;

/**
 * Starts a relay, and resolves when it listens.
 * @throws {Failure} `busy` if the port or the data are in use; the errors of `openNatsStore`
 */
export async function startRelay(options: RelayOptions): Promise<RunningRelay> {
  const { onError } = options;
  const tls = options.tls && readTls(options.tls);
  const store = await openStore(options);
  try {
    return await listen(options, store, tls);
  } catch (error) {
    await store.close().catch(onError);
    throw error;
  }
}

async function openStore(options: RelayOptions): Promise<RelayStore> {
  const { nats, data, keep, keepDays = 30, clock = systemClock, onError, onDelay } = options;
  const common = { keep, keepDays, now: () => clock.now(), onError };
  if (!nats) return openSqliteStore({ data, ...common });
  const { openNatsStore } = await import('./nats/natsStore.ts');
  return openNatsStore({ address: nats, replicas: nats.replicas, onDelay, ...common });
}

async function listen(
  options: RelayOptions,
  store: RelayStore,
  tls: TlsFiles | undefined,
): Promise<RunningRelay> {
  const { host, port, secrets, maxStreams, drainMs = 5000, clock = systemClock, onError } = options;
  const { log } = store;
  const metrics = new Metrics();
  const fanOut = new FanOut({ log, clock, metrics, onError });
  const server: HttpServer = new HttpServer({
    handle: (request, response) => answer(endpoints, request, response),
    onError,
    tls,
    limits: {
      ...deliveryLimits,
      connections: maxStreams + spareConnections,
      // After a restart all editors reconnect at once, and may share the address of one gateway.
      anonymousPerAddress: Math.max(spareConnections, Math.ceil(maxStreams / 2)),
    },
  });
  const onAuthenticated = (request: IncomingMessage) => server.confirm(request);
  const streams = createStreams(options, { store, fanOut, onAuthenticated, metrics });
  // The log detects repeats, also after a restart, so the receiver need not remember bodies.
  const receiver = new WebhookReceiver({ secrets, memory: 0 });
  const quota = new RateQuota(options.maxDeliveriesPerMinute ?? defaultDeliveriesPerMinute, () =>
    clock.now(),
  );
  const deliveries = { receiver, store, bodies: server.bodies, quota, onAuthenticated, metrics };
  const endpoints = { deliveries, streams, log, isOwnHost: checkOfHosts(options), metrics, onError };
  const revocation = setInterval(() => {
    streams.endRevoked().catch((error: unknown) => {
      // `/healthz` and the handshakes report a shared store that cannot be reached.
      if (!Failure.is(error, 'unavailable')) onError(error);
    });
  }, options.revocationMs ?? defaultRevocationMs);
  const availability = log.onDidChangeAvailability(() => options.onAvailability?.(log.isAvailable));
  const stopServices = (): void => {
    availability.dispose();
    clearInterval(revocation);
    streams.dispose();
    fanOut.dispose();
  };
  const { origin } = await server.listen(port, host).catch((error: unknown) => {
    stopServices();
    throw error;
  });
  return {
    url: origin,
    reloadCertificate: () => {
      if (options.tls) server.replaceCertificate(readTls(options.tls));
    },
    stop: async () => {
      await streams.drain(drainMs);
      await server.close(closeMs);
      stopServices();
      await store.close();
    },
  };
}

function createStreams(
  { maxStreams, maxStreamsPerKey, clock = systemClock }: RelayOptions,
  shared: Pick<StreamEndpointOptions, 'store' | 'fanOut' | 'onAuthenticated' | 'metrics'>,
): StreamEndpoint {
  const maxPerKey = maxStreamsPerKey ?? Math.max(fewStreams, Math.ceil(maxStreams / 2));
  return new StreamEndpoint({
    ...shared,
    quota: new StreamQuota({ maxStreams, maxPerKey, now: () => clock.now() }),
    // All editors of a key may reconnect at once, but not again and again.
    openings: new RateQuota(2 * maxPerKey, () => clock.now(), 2 * maxPerKey),
    clock,
    random: Math.random,
  });
}

/**
 * Returns the check of host names, or undefined if every name is accepted. A relay behind a load balancer may be called
 * by any name. This is safe with signed deliveries.
 */
function checkOfHosts({ host, secrets, allowedHosts = [] }: RelayOptions): Endpoints['isOwnHost'] {
  if (allowedHosts.length === 0 && (secrets.length > 0 || !isLoopbackAddress(host))) return undefined;
  return ownHosts(allowedHosts);
}

function readTls(files: { readonly cert: string; readonly key: string }) {
  return { cert: readFileSync(files.cert), key: readFileSync(files.key) };
}

interface Endpoints {
  readonly deliveries: DeliveryOptions;
  readonly streams: StreamEndpoint;
  readonly log: PushLog;
  /** Returns whether a name in a Host header belongs to the relay. Undefined disables the check. */
  readonly isOwnHost: ((name: string) => boolean) | undefined;
  readonly metrics: Metrics;
  readonly onError: (error: unknown) => void;
}

/** Answers a request. Never rejects: errors are reported, and answered with 500 if possible. */
async function answer(
  endpoints: Endpoints,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { deliveries, streams, metrics, onError } = endpoints;
  try {
    const path = request.url?.replace(/\?.*/, '');
    if (isForeign(request, endpoints)) finish(response, 403, { Connection: 'close' });
    else if (path === relayPaths.webhook) await answerDelivery(deliveries, request, response);
    else if (request.method !== 'GET') finish(response, 405);
    else if (path === relayPaths.pushEvents || path === relayPaths.formerPushEvents)
      await streams.answer(request, response);
    else if (path === relayPaths.health) answerHealth(response, endpoints);
    else if (path === relayPaths.metrics) answerMetrics(response, endpoints);
    else finish(response, 404);
  } catch (error) {
    if (error instanceof ClientGone || response.headersSent) response.destroy();
    else finish(response, 500);
    if (error instanceof ClientGone) return;
    metrics.add('errors_total');
    onError(error);
  }
}

/** Whether a web page sent a request. None has a reason to call a relay. `isForeignHost` detects DNS rebinding. */
function isForeign({ headers, method }: IncomingMessage, { isOwnHost }: Endpoints): boolean {
  if (isOwnHost && isForeignHost(headers, isOwnHost)) return true;
  return method === 'POST' && isFromBrowser(headers);
}

/** Answers 503 while a load balancer should choose another relay: during the shutdown, and while NATS is unreachable. */
function answerHealth(response: ServerResponse, { streams, log }: Endpoints): void {
  const status = streams.isDraining ? 'draining' : log.isAvailable ? 'ok' : 'logAway';
  const body = JSON.stringify({ status, streams: streams.count, lastSequence: log.last });
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  response.writeHead(status === 'ok' ? 200 : 503, headers).end(`${body}\n`);
}

function answerMetrics(response: ServerResponse, { metrics, streams, log }: Endpoints): void {
  metrics.set('streams', streams.count);
  metrics.set('streams_behind', streams.behind);
  metrics.set('log_last_sequence', log.last);
  metrics.set('log_available', log.isAvailable ? 1 : 0);
  metrics.set('log_lag', log.lag);
  metrics.set('log_reconnects_total', log.reconnects);
  const headers = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' };
  response.writeHead(200, headers).end(String(metrics));
}

function finish(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers).end();
}
