import { readFileSync } from 'node:fs';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { Failure, messageOf } from '../../core/failures.ts';

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
