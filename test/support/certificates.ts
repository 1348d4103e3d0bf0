import { generateKeyPairSync, randomBytes } from 'node:crypto';
import forge from 'node-forge';

/** A certificate and its private key, in PEM. */
export interface Certified {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateOptions {
  /** The common name of the subject. */
  readonly name: string;
  /** Names that the certificate is for, as `DNS:host` or `IP:address`. */
  readonly hosts?: readonly string[];
  /** Signs it. Default: it signs itself, and is an authority. */
  readonly issuer?: Certified;
  /** The private key, in PEM. Default: a new one. */
  readonly key?: string;
  /** From when to when it is valid. Default: two days from now. */
  readonly valid?: readonly [from: Date, to: Date];
}

const dayMs = 24 * 60 * 60_000;

export function makeCertificate({ name, hosts = [], issuer, key, valid }: CertificateOptions): Certified {
  const now = Date.now();
  const [from, to] = valid ?? [new Date(now - 1000), new Date(now + 2 * dayMs)];
  const pem = key ?? newKey();
  const own = forge.pki.privateKeyFromPem(pem);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(own.n, own.e);
  // Positive, and without a redundant zero at its beginning.
  certificate.serialNumber = `01${randomBytes(16).toString('hex')}`;
  certificate.validity.notBefore = from;
  certificate.validity.notAfter = to;
  const subject = [{ name: 'commonName', value: name }];
  certificate.setSubject(subject);
  certificate.setIssuer(issuer ? forge.pki.certificateFromPem(issuer.cert).subject.attributes : subject);
  certificate.setExtensions([
    ...(issuer ? [] : [{ name: 'basicConstraints', cA: true, critical: true }]),
    { name: 'subjectKeyIdentifier' },
    ...(hosts.length > 0 ? [{ name: 'subjectAltName', altNames: hosts.map(altName) }] : []),
  ]);
  certificate.sign(issuer ? forge.pki.privateKeyFromPem(issuer.key) : own, forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key: pem };
}

/** Returns the bytes of a PKCS#12 file with a certificate and its key. */
export function pkcs12Of({ cert, key }: Certified, passphrase: string): Buffer {
  const asn1 = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(key),
    [forge.pki.certificateFromPem(cert)],
    passphrase,
    { algorithm: 'aes256' },
  );
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary');
}

export function newKey(): string {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  }).privateKey;
}

/** As node-forge wants it: type 2 is a host name, type 7 an address. */
function altName(host: string): { type: 2; value: string } | { type: 7; ip: string } {
  const [kind, value = ''] = host.split(/:(.*)/s);
  return kind === 'IP' ? { type: 7, ip: value } : { type: 2, value };
}
