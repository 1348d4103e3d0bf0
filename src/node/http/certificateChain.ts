import * as https from 'node:https';
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls';
import { networkFailure } from './networkFailure.ts';
import type { Network } from '../network/network.ts';
import { withRoute } from './requestRoute.ts';

export interface PresentedCertificate {
  readonly subject: string;
  readonly issuer: string;
  /** ISO date; undefined if the end of the certificate cannot be parsed. */
  readonly validTo: string | undefined;
  readonly fingerprint: string;
}

export interface CertificateChain {
  /** OpenSSL's code of the reason why the chain is not trusted; undefined for a trusted one. */
  readonly fault: string | undefined;
  /** From the server's certificate upwards, as far as it is known here. */
  readonly certificates: readonly PresentedCertificate[];
}

/** Returns a server's certificates, trusted or not. Sends no request. Rejects with `Failure` if the handshake fails. */
export async function certificateChain(
  url: URL,
  network: Network,
  signal: AbortSignal,
): Promise<CertificateChain> {
  const use = { url, isDirect: false, isLong: true, signal };
  try {
    const certificates = await withRoute(
      network,
      use,
      (route) =>
        new Promise<readonly PresentedCertificate[]>((resolve, reject) => {
          const request = https.request(url, { ...route.options, signal, rejectUnauthorized: false });
          route.watch(request);
          request.on('error', reject);
          request.once('socket', (socket) =>
            socket.once('secureConnect', () => {
              if (socket instanceof TLSSocket) {
                const presented = chainFrom(socket.getPeerCertificate(true));
                if (socket.authorized) resolve(presented);
                else reject(new UntrustedChain(String(socket.authorizationError), presented));
              }
              request.destroy();
            }),
          );
        }),
    );
    return { fault: undefined, certificates };
  } catch (error) {
    if (error instanceof UntrustedChain) return { fault: error.code, certificates: error.certificates };
    throw networkFailure(error, `TLS ${url.origin}`, undefined);
  }
}

class UntrustedChain extends Error {
  readonly code: string;
  readonly certificates: readonly PresentedCertificate[];

  constructor(code: string, certificates: readonly PresentedCertificate[]) {
    super(code);
    this.code = code;
    this.certificates = certificates;
  }
}

const longest = 10;

/** Returns a certificate and those above it. The last one, an authority, names itself as its issuer. */
function chainFrom(
  certificate: DetailedPeerCertificate | undefined,
  below = '',
  left = longest,
): PresentedCertificate[] {
  if (!certificate?.fingerprint256 || certificate.fingerprint256 === below || left === 0) return [];
  const { subject, issuer, valid_to, fingerprint256: fingerprint, issuerCertificate } = certificate;
  const end = new Date(valid_to);
  const validTo = Number.isNaN(end.getTime()) ? undefined : end.toISOString();
  return [
    { subject: nameOf(subject), issuer: nameOf(issuer), validTo, fingerprint },
    ...chainFrom(issuerCertificate, fingerprint, left - 1),
  ];
}

function nameOf({ CN, O }: DetailedPeerCertificate['subject']): string {
  return [CN, O].flat().filter(Boolean).join(', ');
}
