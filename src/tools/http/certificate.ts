import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { messageOf } from '../../core/failures.ts';
import { type CertificateFiles, UsageError } from '../server/options.ts';

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
      `The certificate cannot be used (${messageOf(error)}). A protected key needs its passphrase in SERVICE_TLS_PASSPHRASE.`,
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
