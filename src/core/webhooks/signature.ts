import { createHmac, timingSafeEqual } from 'node:crypto';

/** Lower-case hex HMAC-SHA256 over the raw bytes of the body, the key being the UTF-8 bytes of the secret. */
export function sign(body: Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/**
 * Whether one of the secrets signed exactly these bytes; two of them while a secret is being replaced. Takes the same
 * time whether or not, and whichever of them did. The bytes must be those received: the platform escapes `<>&='`, so
 * parsed and written again they are others.
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
