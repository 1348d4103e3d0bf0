export interface ListenOptions {
  readonly transport: 'stdio' | 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /** Host names beyond those of the loopback and of the certificate under which the server may be called. */
  readonly allowedHosts: readonly string[];
  /** Hosts whose pages may call the server from a browser. */
  readonly allowedOrigins: readonly string[];
  readonly certificate: CertificateFiles | undefined;
  /** Calls per minute and client; 0: unlimited. */
  readonly ratePerMinute: number;
}

/** PEM in two files, or PKCS12 in one. Only the variable SERVICE_TLS_PASSPHRASE can hold the passphrase. */
export type CertificateFiles = { readonly cert: string; readonly key: string } | { readonly pkcs12: string };

/** Wrong options of the user: reported on standard error, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
