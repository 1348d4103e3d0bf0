import { readFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import * as tls from 'node:tls';
import { Failure, messageOf } from '../../core/failures.ts';
import { type NetworkSettingValue, type SettingSource, wordsOfSource } from './resolveSettings.ts';

/** Node 22.15 and newer read the operating system's certificate authorities; the types are those of Node 20. */
const { getCACertificates } = tls as {
  getCACertificates?: (type: 'default' | 'system') => string[];
};

/** Files of authorities on Debian, Fedora, Red Hat, SUSE, Alpine and macOS, for a Node that cannot read the store. */
const systemBundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

let system: Promise<readonly string[]> | undefined;

/**
 * Returns the operating system's certificate authorities, in PEM. They are read once, and only when they are needed,
 * because that takes a tenth of a second. On Windows and macOS, a Node before 22.15 has no access to the system's store.
 */
function systemAuthorities(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  return (system ??= getCACertificates
    ? Promise.resolve(getCACertificates('system'))
    : firstBundle([...(env.SSL_CERT_FILE ? [env.SSL_CERT_FILE] : []), ...systemBundles]));
}

async function firstBundle(files: readonly string[]): Promise<readonly string[]> {
  for (const file of files)
    try {
      return certificatesIn(await readFile(file, 'utf8'));
    } catch {
      // Each system has one of these files at most.
    }
  return [];
}

/** The authorities that Node trusts: its own, and those of NODE_EXTRA_CA_CERTS. */
async function defaultAuthorities(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  if (getCACertificates) return getCACertificates('default');
  const extra = env.NODE_EXTRA_CA_CERTS;
  // As Node, which ignores a file that it cannot read after a warning.
  const text = extra ? await readFile(extra, 'utf8').catch(() => '') : '';
  return [...tls.rootCertificates, ...certificatesIn(text)];
}

function certificatesIn(text: string): string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}

/**
 * Returns the trusted authorities, or undefined if they are those of Node, whose list needs no work.
 *
 * @throws {Failure} `networkSettings` for a file that cannot be read or contains no certificate.
 */
export async function trustedAuthorities(
  env: NodeJS.ProcessEnv,
  caFile: NetworkSettingValue | undefined,
  withSystem: boolean,
): Promise<string[] | undefined> {
  if (!caFile && !withSystem) return undefined;
  const lists = await Promise.all([
    defaultAuthorities(env),
    withSystem ? systemAuthorities(env) : [],
    ...(caFile ? filesIn(caFile.value).map((file) => authoritiesOf(file, caFile.source)) : []),
  ]);
  return [...new Set(lists.flat())];
}

export function filesIn(value: string): string[] {
  return value.split(delimiter).filter((file) => file !== '');
}

/** Returns the certificates of a file. @throws {Failure} `networkSettings` */
export async function authoritiesOf(file: string, source: SettingSource): Promise<string[]> {
  const text = (await readSetting({ value: file, source }, 'ca-file')).toString('utf8');
  const found = certificatesIn(text);
  if (found.length > 0) return found;
  throw new Failure(
    'networkSettings',
    `${file} (ca-file, from ${wordsOfSource(source)}) contains no certificate in PEM`,
  );
}

/** The files and the passphrase by which this machine identifies itself to a server. A PKCS#12 file has no `key`. */
export interface ClientCertificate {
  readonly certificate: NetworkSettingValue;
  readonly key: NetworkSettingValue | undefined;
  readonly passphrase: string | undefined;
}

/**
 * Returns the TLS settings of connections that trust these authorities and present this certificate.
 *
 * @throws {Failure} `networkSettings` for a certificate that cannot be used. The message names the file and the fix.
 */
export async function secureContextOf(
  ca: string[] | undefined,
  client: ClientCertificate | undefined,
): Promise<tls.SecureContext> {
  if (!client) return tls.createSecureContext({ ...(ca && { ca }) });
  const { certificate, key, passphrase } = client;
  const bytes = await readSetting(certificate, 'client-certificate');
  const keyBytes = key ? await readSetting(key, 'client-key') : bytes;
  const secret = passphrase === undefined ? {} : { passphrase };
  const isPkcs12 = /\.(?:p12|pfx)$/i.test(certificate.value);
  const identity = isPkcs12 ? { pfx: bytes, ...secret } : { cert: bytes, key: keyBytes, ...secret };
  try {
    return tls.createSecureContext({ ...(ca && { ca }), ...identity });
  } catch (cause) {
    throw new Failure(
      'networkSettings',
      `${certificate.value} (client-certificate, from ${wordsOfSource(certificate.source)}) cannot be used: ${reasonOf(messageOf(cause), isPkcs12, passphrase)}`,
      { cause },
    );
  }
}

/** Explains an error of OpenSSL, whose own words hide the cause. */
function reasonOf(text: string, isPkcs12: boolean, passphrase: string | undefined): string {
  if (isPkcs12 && /unsupported/i.test(text))
    return 'its encryption is outdated. Convert it with: openssl pkcs12 -legacy -in OLD -nodes | openssl pkcs12 -export -out NEW';
  if (/mac verify|bad decrypt|bad password|passphrase|interrupted or cancelled/i.test(text))
    return passphrase === undefined
      ? 'it needs a passphrase. Run: service-cli config set client-passphrase'
      : 'the passphrase is wrong. Run: service-cli config set client-passphrase';
  if (/key values mismatch/i.test(text)) return 'the key belongs to another certificate';
  if (/no start line|unsupported/i.test(text))
    return 'it has no certificate or no key in PEM. Name the file of the key: service-cli config set client-key FILE';
  return text;
}

async function readSetting({ value, source }: NetworkSettingValue, name: string): Promise<Buffer> {
  try {
    return await readFile(value);
  } catch (cause) {
    throw new Failure(
      'networkSettings',
      `${value} (${name}, from ${wordsOfSource(source)}) cannot be read: ${messageOf(cause)}`,
      { cause },
    );
  }
}
