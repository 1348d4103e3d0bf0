import type { Candidate, Source } from './candidate.ts';

/** The number of characters before and behind a value that are read. */
const reach = 600;

/** Names of keys in test vectors. The key of an API stands beside messages and signatures, too. */
const keyName = /key|seed|ikm|psk|^[ks]k?$/i;
const nameOfApi = /api|app|access|auth|client|consumer|token/i;
/** At least eight bytes in hexadecimal digits. */
const bytes = /^(?:0x)?(?:[\da-f]{2}){8,}$/i;
/** The input of a computation, whatever its form. */
const input = /\b(?:plain_?text|pt|msg|message|input|in|data|aad|ad|salt|info)["']?\s{0,8}[:=]/i;
/** The result of a computation in hexadecimal digits. */
const result =
  /\b(?:cipher_?text|ct|tag|mac|hmac|digest|okm|prk|expected|output|out|signature|sig)["']?\s{0,8}[:=]\s{0,8}[^\s"'=]{0,24}["']?(?:0x)?[\da-f]{16}/i;

/** The input of a computation whose result is a key (RFC 5869). */
const inputOfKey = /\bikm["']?\s{0,8}[:=]\s{0,8}["'](?:0x)?[\da-f]{16}/i;

/**
 * Returns whether a value is the key of a test vector: its input and the result, in hexadecimal digits as the key, stand in
 * the same record. A key that is published with both protects nothing.
 */
export function isOfTestVector(source: Source, { name, start, end }: Candidate, value: string): boolean {
  if (!bytes.test(value) || !keyName.test(name) || nameOfApi.test(name)) return false;
  const { text } = source;
  const around = text.slice(Math.max(0, start - reach), end + reach);
  source.steps += around.length;
  return input.test(around) && (result.test(around) || inputOfKey.test(around));
}
