import { setTimeout as pause } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { JetStreamApiError } from '@nats-io/jetstream';
import { type NatsConnection, connect, credsAuthenticator } from '@nats-io/transport-node';
import { Failure, messageOf } from '../../core/failures.ts';
import type { RelayStore } from '../relayStore.ts';
import { JetStreamPushLog } from './jetStreamPushLog.ts';
import { KvRelayKeys } from './kvRelayKeys.ts';
import type { StreamShape } from './streamShape.ts';

export interface NatsStoreOptions extends StreamShape {
  readonly address: NatsAddress;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
  /** Called once with a sentence for the operator when NATS needs longer than one attempt. */
  readonly onDelay: ((message: string) => void) | undefined;
}

/** A cluster whose nodes all started a moment ago elects its leaders in this time: milliseconds. */
const electionMs = 30_000;
const retryMs = 500;
/** Status of JetStream's answers while a cluster has no leader, or too few nodes for the replicas. */
const unavailable = 503;

/**
 * Opens the store that several relays share: a JetStream stream of push events and a bucket of keys. This is a separate
 * bundle, because the client of NATS is large and most relays don't need it.
 * @throws {Failure} `unavailable` if NATS cannot be used; `badRequest` if stream or bucket have another shape
 */
export async function openNatsStore(options: NatsStoreOptions): Promise<RelayStore> {
  const { address, keep, keepDays, replicas, now, onError, onDelay } = options;
  const { connection, opened } = await open(address, onDelay, async (connection) => {
    const keys = await KvRelayKeys.open(connection, replicas, now);
    return { keys, log: await JetStreamPushLog.open({ connection, keep, keepDays, replicas, onError }) };
  });
  const { log, keys } = opened;
  return {
    log,
    keys,
    salt: keys.salt,
    close: async () => {
      log.dispose();
      await connection.close();
    },
  };
}

/**
 * Opens only the keys, for `relay key`, which may run while no relay does.
 * @throws {Failure} like `openNatsStore`
 */
export async function openNatsKeys(
  address: NatsAddress,
  { replicas, now, onDelay }: Pick<NatsStoreOptions, 'replicas' | 'now' | 'onDelay'>,
): Promise<{ readonly keys: KvRelayKeys; readonly close: () => Promise<void> }> {
  const { connection, opened } = await open(address, onDelay, (connection) =>
    KvRelayKeys.open(connection, replicas, now),
  );
  return { keys: opened, close: () => connection.close() };
}

/** Connects, and repeats `attempt` while the cluster elects its leaders. Closes the connection if that fails. */
async function open<T>(
  address: NatsAddress,
  onDelay: NatsStoreOptions['onDelay'],
  attempt: (connection: NatsConnection) => Promise<T>,
): Promise<{ readonly connection: NatsConnection; readonly opened: T }> {
  const connection = await connectNats(address);
  try {
    return { connection, opened: await afterElection(() => attempt(connection), onDelay) };
  } catch (error) {
    await connection.close();
    throw asFailure(error);
  }
}

async function afterElection<T>(attempt: () => Promise<T>, onDelay: NatsStoreOptions['onDelay']): Promise<T> {
  const deadline = performance.now() + electionMs;
  for (let isFirst = true; ; isFirst = false)
    try {
      return await attempt();
    } catch (error) {
      if (!isElecting(error) || performance.now() > deadline) throw error;
      if (isFirst) onDelay?.(`NATS does not answer yet. Trying again for ${electionMs / 1000} seconds.`);
      await pause(retryMs);
    }
}

/** True for the answers of a cluster without a leader: none in time, or status 503. */
function isElecting(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return error.status === unavailable;
  if (Failure.is(error)) return error.code === 'unavailable';
  return isTimeout(error);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Returns an error of NATS as a `Failure`, such as "no suitable peers for placement" while the cluster starts. */
function asFailure(error: unknown): unknown {
  if (Failure.is(error)) return error;
  const message = isTimeout(error)
    ? 'NATS does not answer in time. Check that most of its nodes are running, and try again'
    : `NATS: ${messageOf(error)}`;
  return new Failure('unavailable', message, { cause: error });
}

/** How a relay reaches a NATS cluster. Paths are of PEM files, except `credentials`. */
export interface NatsAddress {
  /** URLs of servers of one cluster: `nats://host:4222`, or `tls://host:4222` for TLS. */
  readonly servers: readonly string[];
  /** Path of a NATS credentials file (`.creds`). */
  readonly credentials?: string | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** Path of the certificates to trust instead of those of the system. */
  readonly ca?: string | undefined;
  /** Paths of the client's certificate and its key, for servers that verify clients. */
  readonly clientCert?: { readonly cert: string; readonly key: string } | undefined;
}

/** The first server version with everything that the relay uses: ordered pull consumers. Debian 12 has 2.9.10. */
const oldestServer = [2, 9, 3] as const;

/** A server that does not answer two pings in a row counts as lost: after 4 to 6 seconds. */
const pingMs = 2000;

/** Seconds until a first connection fails, so that a supervisor notices a wrong address. */
const connectMs = 10_000;

/**
 * Connects to NATS. A connection that is lost later is opened again without limit, with 0.5 to 1 s between attempts.
 * @throws {Failure} `unavailable` if no server answers within ten seconds, refuses the login, has no JetStream or is too old
 */
export async function connectNats(address: NatsAddress): Promise<NatsConnection> {
  const { servers, user, password } = address;
  const connection = await connect({
    servers: [...servers],
    name: 'service-cli relay',
    timeout: connectMs,
    maxReconnectAttempts: -1,
    // A login that is refused for some time, such as while it is renewed, must not end the relay.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 500,
    reconnectJitter: 500,
    pingInterval: pingMs,
    maxPingOut: 2,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { pass: password }),
    ...(address.credentials !== undefined && {
      authenticator: credsAuthenticator(readFileSync(address.credentials)),
    }),
    ...tlsOf(address),
  }).catch((error: unknown) => {
    throw new Failure('unavailable', `NATS (${namesOf(servers)}): ${messageOf(error)}`, { cause: error });
  });
  const version = connection.info?.version ?? '';
  if (!isNewEnough(version) || connection.info?.jetstream !== true) {
    await connection.close();
    const lack = isNewEnough(version)
      ? 'has no JetStream (start it with --jetstream)'
      : `is version ${version}`;
    throw new Failure(
      'unavailable',
      `The NATS server ${lack}; the relay needs ${oldestServer.join('.')} with JetStream`,
    );
  }
  return connection;
}

/** Returns the servers without user and password, for messages. */
function namesOf(servers: readonly string[]): string {
  return servers.map((server) => server.replace(/^(\w+:\/\/)?[^@/]*@/, '$1')).join(', ');
}

function tlsOf({ servers, ca, clientCert }: NatsAddress): { readonly tls?: object } {
  if (!ca && !clientCert && !servers.some((server) => server.startsWith('tls://'))) return {};
  return {
    tls: {
      ...(ca !== undefined && { ca: readFileSync(ca, 'utf8') }),
      ...(clientCert && { certFile: clientCert.cert, keyFile: clientCert.key }),
    },
  };
}

function isNewEnough(version: string): boolean {
  const parts = version.split(/[.-]/).map(Number);
  for (const [index, least] of oldestServer.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}
