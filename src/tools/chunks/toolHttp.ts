import { messageOf } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';
import { HttpServer } from '../../node/http/server/httpServer.ts';
import { ownHosts } from '../../node/http/server/requestGuard.ts';
import { readCertificate } from '../http/certificate.ts';
import { ClientQuota } from '../http/clientQuota.ts';
import { createEndpoint, type Serve } from '../http/endpoint.ts';
import type { Options } from '../server/options.ts';

export interface Listening {
  readonly url: string;
  readonly stop: () => void;
}

/**
 * Serves the protocol over HTTP or HTTPS. Resolves once the server listens; rejects where the address is taken. This
 * is a separate bundle, because stdio does not need it.
 *
 * @throws {UsageError} for a certificate that cannot be used.
 */
export async function listen(
  options: Options,
  passphrase: string | undefined,
  serve: Serve,
  log: Log,
): Promise<Listening> {
  const { transport, host, port, certificate: files, ratePerMinute, allowedHosts, allowedOrigins } = options;
  const certificate = files && readCertificate(files, passphrase);
  const server = new HttpServer({
    handle: (request, response) => {
      endpoint(request, response);
    },
    onError: (error) => {
      log.error(`HTTP: ${messageOf(error)}`);
    },
    tls: certificate?.options,
  });
  const endpoint = createEndpoint({
    admission: { isOwnHost: ownHosts([host, ...allowedHosts], certificate?.covers), allowedOrigins },
    quota: ratePerMinute === 0 ? undefined : new ClientQuota(ratePerMinute, () => performance.now()),
    bodies: server.bodies,
    onAuthenticated: (request) => {
      server.confirm(request);
    },
    serve,
    log,
  });
  const { port: bound } = await server.listen(port, host);
  const shown = host === '::' || host === '0.0.0.0' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return {
    url: `${transport}://${shown}:${bound}/mcp`,
    stop: () => {
      void server.close();
    },
  };
}
