import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Failure, messageOf } from '../core/failures.ts';
import { WebhookReceiver } from '../core/webhooks/receiver.ts';
import { systemClock } from '../node/clock.ts';
import { listenerLimits } from '../node/webhookListener.ts';
import { factOf, lockData, openDatabase } from './database.ts';
import { Endpoint } from './endpoint.ts';
import { FanOut } from './fanOut.ts';
import { RelayKeys } from './keys.ts';
import { Metrics } from './metrics.ts';
import { SqliteDoorbellStream } from './sqliteDoorbellStream.ts';

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

/** What has not ended by itself by then is cut off. */
const drainMs = 5000;

/** Resolves once it listens. Rejects with `busy` where the port or the data are taken. */
export async function startRelay(options: RelayOptions): Promise<RunningRelay> {
  const { data, host, port, secrets, onError } = options;
  const tls = options.tls && readTls(options.tls);
  const db = openDatabase(data);
  const lock = lockOrClose(data, db);
  const clock = systemClock;
  const now = (): number => clock.now();
  const metrics = new Metrics();
  const stream = new SqliteDoorbellStream({ db, keep: options.keep, now, onError });
  const fanOut = new FanOut({ stream, clock, metrics, onError }, await stream.last());
  const keys = new RelayKeys(db, now);
  const endpoint = new Endpoint({
    // The log knows what was handled, also after a restart.
    receiver: new WebhookReceiver({ secrets, memory: 0 }),
    stream,
    fanOut,
    keys,
    salt: factOf(db, 'salt'),
    run: randomUUID(),
    maxStreams: options.maxStreams,
    metrics,
    random: Math.random,
    onError,
  });
  const tlsServer = tls && createTlsServer({ ...tls, ...listenerLimits });
  const server: Server = tlsServer ?? createServer(listenerLimits);
  server.on('request', (request, response) => void endpoint.answer(request, response));
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
  try {
    await listening(server, port, host);
  } catch (error) {
    close();
    throw error;
  }
  const { address, family, port: bound } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    reloadCertificate: () => {
      if (options.tls) tlsServer?.setSecureContext(readTls(options.tls));
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      endpoint.dispose();
      server.closeIdleConnections();
      const cut = setTimeout(() => {
        server.closeAllConnections();
      }, drainMs);
      await closed;
      clearTimeout(cut);
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

async function listening(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(
        new Failure('busy', `Cannot listen on port ${port} of ${host}: ${messageOf(error)}`, {
          cause: error,
        }),
      );
    });
    server.listen({ port, host, backlog: 4096 }, resolve);
  });
}

function readTls(files: { readonly cert: string; readonly key: string }): { cert: Buffer; key: Buffer } {
  return { cert: readFileSync(files.cert), key: readFileSync(files.key) };
}
