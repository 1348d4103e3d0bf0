/** Checks of the content of tokens, beyond their form. Each returns whether a token can be real. */
export const checks = {
  /** GitHub and npm: the last six characters are the CRC-32 of what is before them, in base 62. */
  crc32Base62(token) {
    const body = token.slice(4, -6);
    const sum = token.slice(-6);
    return sum === base62(crc32(body)) || sum === base62(crc32(token.slice(0, -6)));
  },
  /**
   * A signed token: a header that names its algorithm, and a payload that is not a well-known example. NATS accepts its
   * tokens only from clients that also sign with their seed (https://docs.nats.io/running-a-nats-service/configuration/securing_nats/auth_intro/jwt).
   */
  jsonWebToken(token) {
    const [header = '', payload = '', signature = ''] = token.split('.').map(decoded);
    return (
      isHeader(header) &&
      !/"alg"\s*:\s*"(?:none|ed25519-nkey)"/i.test(header) &&
      /^\{\s*"/.test(payload) &&
      signature !== '' &&
      !famousPayloads.some((part) => payload.includes(part))
    );
  },
  /** An encrypted token: five parts, a header that names the content encryption, and not an example of RFC 7520. */
  jsonWebEncryption(token) {
    const header = decoded(token.split('.')[0] ?? '');
    return isHeader(header) && header.includes('"enc"') && !header.includes('.example"');
  },
  /** Base64 of a PEM block: private, not a certificate or public key. */
  encodedPrivateKey(token) {
    return decoded(token.slice(0, 96)).includes('PRIVATE KEY');
  },
  /** Words joined by dashes are documentation. Tokens contain digits. */
  hasDigits(token) {
    return (token.match(/\d/g)?.length ?? 0) >= 6;
  },
} satisfies Record<string, (token: string) => boolean>;

export type CheckName = keyof typeof checks;

/** Parts of the payloads that jwt.io and RFC 7519 show. */
const famousPayloads = ['"1234567890"', 'example.com/is_root'];

const decoded = (text: string): string => Buffer.from(text, 'base64').toString('latin1');

const isHeader = (text: string): boolean =>
  /^\{\s*"/.test(text) && /"(?:alg|typ|enc|kid|cty|zip|crit|jku|jwk|x5[cut])"/.test(text);

let crcTable: Uint32Array | undefined;

/** Returns the CRC-32 as in Ethernet and zip. The oldest Node we run on has no `zlib.crc32`, and core imports no zlib. */
export function crc32(text: string): number {
  crcTable ??= Uint32Array.from({ length: 256 }, (_, n) => {
    let value = n;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) crc = (crc >>> 8) ^ (crcTable[(crc ^ text.charCodeAt(i)) & 255] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

const digits62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function base62(value: number): string {
  let text = '';
  for (let rest = value; text.length < 6; rest = Math.floor(rest / 62))
    text = digits62.charAt(rest % 62) + text;
  return text;
}
