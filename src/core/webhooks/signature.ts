import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns the HMAC-SHA256 of the raw bytes of the body in lower-case hex; the key is the secret in UTF-8. */
export function sign(body: Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/**
 * Returns whether one of the secrets signed exactly these bytes. There are two secrets while a secret is being
 * replaced. The check takes the same time for every result, independent of the secret that matches. The body must be
 * the bytes as received: the platform escapes `<>&='`, so serializing the parsed JSON again gives other bytes.
 */
export function isSignedBy(body: Uint8Array, signature: string, secrets: readonly string[]): boolean {
  const given = new TextEncoder().encode(signature.padEnd(64).slice(0, 64));
  let matches = false;
  for (const secret of secrets) {
    const expected = new TextEncoder().encode(sign(body, secret));
    if (given.length === expected.length && timingSafeEqual(given, expected)) matches = true;
  }
  return matches && signature.length === 64;
}
