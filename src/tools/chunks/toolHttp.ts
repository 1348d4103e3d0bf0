import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../core/log.ts';
import { readCertificate, type Certificate } from '../http/certificate.ts';
import { createEndpoint, type Serve } from '../http/endpoint.ts';
import { isLoopbackName } from '../http/gatekeeper.ts';
import { RateLimit } from '../http/rateLimit.ts';
import type { Options } from '../launch/options.ts';

export interface Listening {
  readonly url: string;
  readonly stop: () => void;
}

/** Connections at once; each waits for the platform at most. */
const maxConnections = 1_000;

/**
 * Serves the protocol over HTTP or HTTPS; a bundle of its own, because stdio needs none of it. Resolves once it
 * listens. Throws `UsageError` for a certificate that cannot be used; rejects where the address is taken.
 */
export async function listen(
  options: Options,
  passphrase: string | undefined,
  serve: Serve,
  log: Log,
): Promise<Listening> {
  const { transport, host, port, certificate: files, ratePerMinute, allowedHosts, allowedOrigins } = options;
  const certificate = files && readCertificate(files, passphrase);
  const endpoint = createEndpoint({
    admission: { isOwnHost: ownHosts(host, allowedHosts, certificate), allowedOrigins },
    rateLimit: ratePerMinute === 0 ? undefined : new RateLimit(ratePerMinute, () => performance.now()),
    serve,
    log,
  });
  const limits = { headersTimeout: 10_000, requestTimeout: 30_000 };
  const server: Server = certificate
    ? createTlsServer({ ...certificate.options, ...limits }, endpoint)
    : createServer(limits, endpoint);
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  const shown = host === '::' || host === '0.0.0.0' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return {
    url: `${transport}://${shown}:${bound}/mcp`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Names under which the server may be called: the loopback, its own address, those it was told, those it proves by certificate. */
function ownHosts(
  host: string,
  allowed: readonly string[],
  certificate: Certificate | undefined,
): (name: string) => boolean {
  const own = new Set([host, `[${host}]`, ...allowed.map((name) => name.toLowerCase())]);
  return (name) => isLoopbackName(name) || own.has(name) || certificate?.covers?.(name) === true;
}
