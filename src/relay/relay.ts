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
import { SqliteDoorbellStream } from './sqliteDoorbellStream.ts';
import { StreamQuota } from './streamQuota.ts';

export interface RelayOptions {
  /** Folder of the log and the keys. */
  readonly data: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** What deliveries are signed with, two while it is being replaced; empty: they are taken unsigned. */
  readonly secrets: readonly string[];
  /** PEM files. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** How many doorbells are kept for those who come back. */
  readonly keep: number;
  readonly maxStreams: number;
  /** Streams of one key at once. Default: half of `maxStreams`, but at least 16. */
  readonly maxStreamsPerKey?: number | undefined;
  /** Names under which it may be called. Empty: any, but those of the loopback alone for a relay there that takes unsigned deliveries. */
  readonly allowedHosts?: readonly string[];
  /** Milliseconds between two looks whether keys were revoked. Default 5,000: "within a minute" with room to spare. */
  readonly revocationMs?: number;
  /** Told about defects and broken disks. */
  readonly onError: (error: unknown) => void;
}

export interface RunningRelay {
  /** Without trailing slash. */
  readonly url: string;
  /** Reads the certificate anew, for streams that are opened from now on. Throws where it cannot be used. */
  reloadCertificate(): void;
  /** Refuses what is new, ends the streams, finishes the deliveries under way. */
  stop(): Promise<void>;
}

/** So many streams one key may always have, where the relay has room. */
const fewStreams = 16;

/** Connections beside those of the streams: deliveries, health, and peers that have not shown a key yet. */
const spareConnections = 1024;

/** What has not ended by itself by then is cut off. */
const drainMs = 5000;

/** Resolves once it listens. Rejects with `busy` where the port or the data are taken. */
export async function startRelay(options: RelayOptions): Promise<RunningRelay> {
  const { data, host, port, secrets, maxStreams, onError } = options;
  const tls = options.tls && readTls(options.tls);
  const db = openDatabase(data);
  const lock = lockOrClose(data, db);
  const clock = systemClock;
  const now = (): number => clock.now();
  const metrics = new Metrics();
  const stream = new SqliteDoorbellStream({ db, keep: options.keep, now, onError });
  const fanOut = new FanOut({ stream, clock, metrics, onError }, await stream.last());
  const keys = new RelayKeys(db, now);
  const server = new HttpServer({
    handle: (request, response) => endpoint.answer(request, response),
    onError,
    tls,
    limits: {
      ...deliveryLimits,
      connections: maxStreams + spareConnections,
      // After a restart all editors come back at once, and may stand behind one gateway.
      anonymousPerAddress: Math.max(spareConnections, Math.ceil(maxStreams / 2)),
    },
  });
  const endpoint: Endpoint = new Endpoint({
    // The log knows what was handled, also after a restart.
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

/** A relay behind a load balancer is called by any name, which does no harm where deliveries are signed. */
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
