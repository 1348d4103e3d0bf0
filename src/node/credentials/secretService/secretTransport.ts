import { createCipheriv, createDecipheriv, getDiffieHellman, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Name of the only algorithm of the Secret Service that encrypts: a key from an exchange in the second Oakley group, and
 * AES-128-CBC. All messages of a bus are visible to programs that monitor it.
 * https://specifications.freedesktop.org/secret-service-spec/latest/transfer-secrets.html
 */
export const transportAlgorithm = 'dh-ietf1024-sha256-aes128-cbc-pkcs7';

const groupBytes = 128;
const keyBytes = 16;
const ivBytes = 16;

/** A secret on the bus. */
interface EncryptedSecret {
  readonly iv: Uint8Array;
  readonly value: Uint8Array;
}

/** Encrypts and decrypts the secrets of one session with the Secret Service. */
export interface SecretTransport {
  encrypt(secret: string): EncryptedSecret;
  /** @throws {Error} if the bytes were not encrypted with the key of this session. */
  decrypt(secret: EncryptedSecret): string;
}

/** Begins an exchange of keys. `finish` takes the public key of the other side. */
export function beginTransport(): {
  readonly publicKey: Uint8Array;
  finish(otherKey: Uint8Array): SecretTransport;
} {
  const exchange = getDiffieHellman('modp2');
  return {
    publicKey: exchange.generateKeys(),
    finish(otherKey) {
      const shared = exchange.computeSecret(otherKey);
      const padded = Buffer.concat([Buffer.alloc(groupBytes - shared.length), shared]);
      const key = Buffer.from(hkdfSync('sha256', padded, Buffer.alloc(0), Buffer.alloc(0), keyBytes));
      return {
        encrypt(secret) {
          const iv = randomBytes(ivBytes);
          const cipher = createCipheriv('aes-128-cbc', key, iv);
          return { iv, value: Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]) };
        },
        decrypt({ iv, value }) {
          const decipher = createDecipheriv('aes-128-cbc', key, iv);
          return Buffer.concat([decipher.update(value), decipher.final()]).toString('utf8');
        },
      };
    },
  };
}
