import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { WebhookReceiver } from '../core/webhooks/receiver.ts';
import { systemClock } from '../node/process/clock.ts';
import { HttpServer } from '../node/http/server/httpServer.ts';
import { isLoopbackAddress, ownHosts } from '../node/http/server/requestGuard.ts';
import { deliveryLimits } from '../node/http/webhookListener.ts';
import { factOf, lockData, openDatabase } from './database.ts';
import { Endpoint } from './endpoint.ts';
import { FanOut } from './fanOut.ts';
import { RelayKeys } from './keys.ts';
import { Metrics } from './metrics.ts';
import { SqlitePushLog } from './sqlitePushLog.ts';
import { StreamQuota } from './streamQuota.ts';

export interface RelayOptions {
  /** The folder of the log and the keys. */
  readonly data: string;
  /** The port to listen on; 0 selects a free one. */
  readonly port: number;
  readonly host: string;
  /** The webhook secrets: two while a secret is being replaced. Without a secret, unsigned deliveries are accepted. */
  readonly secrets: readonly string[];
  /** Paths of PEM files. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** The number of push events to keep for editors that reconnect. */
  readonly keep: number;
  readonly maxStreams: number;
  /** The largest number of simultaneous streams of one key. Default: half of `maxStreams`, but at least 16. */
  readonly maxStreamsPerKey?: number | undefined;
  /**
   * Host names that requests may use, besides those of the loopback. By default every name is accepted, except by a
   * relay on the loopback that accepts unsigned deliveries: it accepts only the names of the loopback.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Milliseconds between two checks for revoked keys. The default of 5,000 is well below the promised minute.
   */
  readonly revocationMs?: number;
  /** Called with unexpected errors, such as defects and disk failures. */
  readonly onError: (error: unknown) => void;
}

export interface RunningRelay {
  /** The relay's address without trailing slash. */
  readonly url: string;
  /** Reads the certificate again, for new connections. Throws if it cannot be used. */
  reloadCertificate(): void;
  /** Refuses new streams and connections, ends the open streams, and finishes the deliveries in progress. */
  stop(): Promise<void>;
}

/** The default limit of streams per key is at least this. */
const fewStreams = 16;

/**
 * Connections in addition to those of the streams: deliveries, health checks, and clients that have not sent a key yet.
 */
const spareConnections = 1024;

/** Connections that are still open after this many milliseconds of shutdown are closed. */
const drainMs = 5000;

/** Starts a relay, and resolves when it listens. Rejects with `busy` if the port or the data are in use. */
export async function startRelay(options: RelayOptions): Promise<RunningRelay> {
  const { data, host, port, secrets, maxStreams, onError } = options;
  const tls = options.tls && readTls(options.tls);
  const db = openDatabase(data);
  const lock = lockOrClose(data, db);
  const clock = systemClock;
  const now = (): number => clock.now();
  const metrics = new Metrics();
  const stream = new SqlitePushLog({ db, keep: options.keep, now, onError });
  const fanOut = new FanOut({ stream, clock, metrics, onError }, await stream.last());
  const keys = new RelayKeys(db, now);
  const server = new HttpServer({
    handle: (request, response) => endpoint.answer(request, response),
    onError,
    tls,
    limits: {
      ...deliveryLimits,
      connections: maxStreams + spareConnections,
      // After a restart all editors reconnect at once, and may share the address of one gateway.
      anonymousPerAddress: Math.max(spareConnections, Math.ceil(maxStreams / 2)),
    },
  });
  const endpoint: Endpoint = new Endpoint({
    // The log detects repeats, also after a restart, so the receiver need not remember bodies.
    receiver: new WebhookReceiver({ secrets, memory: 0 }),
    stream,
    fanOut,
    keys,
    salt: factOf(db, 'salt'),
    run: randomUUID(),
    quota: new StreamQuota({
      maxStreams,
      maxPerKey: options.maxStreamsPerKey ?? Math.max(fewStreams, Math.ceil(maxStreams / 2)),
      now,
    }),
    isOwnHost: checkOfHosts(options),
    bodies: server.bodies,
    onAuthenticated: (request) => {
      server.confirm(request);
    },
    metrics,
    random: Math.random,
    onError,
  });
  const revocation = setInterval(() => {
    try {
      endpoint.endRevoked();
    } catch (error) {
      onError(error);
    }
  }, options.revocationMs ?? 5000);
  const close = (): void => {
    clearInterval(revocation);
    fanOut.dispose();
    lock.release();
    db.close();
  };
  const { origin } = await server.listen(port, host).catch((error: unknown) => {
    close();
    throw error;
  });
  return {
    url: origin,
    reloadCertificate: () => {
      if (options.tls) server.replaceCertificate(readTls(options.tls));
    },
    stop: async () => {
      endpoint.dispose();
      await server.close(drainMs);
      close();
    },
  };
}

function lockOrClose(data: string, db: { close(): void }): ReturnType<typeof lockData> {
  try {
    return lockData(data);
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Returns the check of host names, or undefined if every name is accepted. A relay behind a load balancer may be called
 * by any name. This is safe with signed deliveries.
 */
function checkOfHosts({
  host,
  secrets,
  allowedHosts = [],
}: RelayOptions): ((name: string) => boolean) | undefined {
  if (allowedHosts.length === 0 && (secrets.length > 0 || !isLoopbackAddress(host))) return undefined;
  return ownHosts(allowedHosts);
}

function readTls(files: { readonly cert: string; readonly key: string }): { cert: Buffer; key: Buffer } {
  return { cert: readFileSync(files.cert), key: readFileSync(files.key) };
}
