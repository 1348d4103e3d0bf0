import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { messageOf } from '../../core/failures.ts';
import { errorsTo, type Log } from '../../core/log.ts';
import { HttpServer } from '../../node/http/server/httpServer.ts';
import { ownHosts } from '../../node/http/server/requestGuard.ts';
import { ClientQuota } from './clientQuota.ts';
import { createEndpoint, type Serve } from './endpoint.ts';
import type { TokenHelp } from './protectedResource.ts';
import { type CertificateFiles, type ListenOptions, UsageError } from './listenOptions.ts';

/**
 * Resolves once the server listens; rejects if the address is taken. It is a separate bundle: stdio does not need it.
 * @throws {UsageError} for a certificate that cannot be used.
 */
export async function listen(
  options: ListenOptions,
  passphrase: string | undefined,
  { serve, tokenHelp, log }: { readonly serve: Serve; readonly tokenHelp: TokenHelp; readonly log: Log },
) {
  const { transport, host, port, certificate: files, ratePerMinute, allowedHosts, allowedOrigins } = options;
  const certificate = files && readCertificate(files, passphrase);
  const server = new HttpServer({
    handle: (request, response) => endpoint(request, response),
    onError: errorsTo(log, 'HTTP'),
    tls: certificate?.options,
  });
  const endpoint = createEndpoint({
    admission: { isOwnHost: ownHosts([host, ...allowedHosts], certificate?.covers), allowedOrigins },
    quota: ratePerMinute === 0 ? undefined : new ClientQuota(ratePerMinute, () => performance.now()),
    bodies: server.bodies,
    onAuthenticated: (request) => server.confirm(request),
    serve,
    tokenHelp,
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

export interface Certificate {
  readonly options: SecureContextOptions;
  /** Whether the certificate is issued for a host; undefined for PKCS12, whose content cannot be read here. */
  readonly covers: ((host: string) => boolean) | undefined;
}

/** @throws {UsageError} for files that are missing, unreadable or do not belong together. */
export function readCertificate(files: CertificateFiles, passphrase: string | undefined): Certificate {
  try {
    const options: SecureContextOptions =
      'pkcs12' in files
        ? { pfx: readFileSync(files.pkcs12) }
        : { cert: readFileSync(files.cert), key: readFileSync(files.key) };
    if (passphrase !== undefined) options.passphrase = passphrase;
    // Fails here at the start, instead of at the first connection.
    createSecureContext(options);
    return { options, covers: 'cert' in files ? covers(readFileSync(files.cert)) : undefined };
  } catch (error) {
    throw new UsageError(
      `The certificate cannot be used (${messageOf(error)}). For a protected key, set its passphrase in SERVICE_TLS_PASSPHRASE.`,
      { cause: error },
    );
  }
}

function covers(pem: Buffer): (host: string) => boolean {
  const certificate = new X509Certificate(pem);
  return (host) => {
    const address = host.replace(/^\[|\]$/g, '');
    return (isIP(address) === 0 ? certificate.checkHost(host) : certificate.checkIP(address)) !== undefined;
  };
}
