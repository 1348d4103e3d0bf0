import type { Candidate, Source } from './candidate.ts';

/** The number of characters before and behind a value that are read. */
const reach = 600;

/** Names of keys in test vectors. The key of an API stands beside messages and signatures, too. */
const keyName = /key|seed|secret|ikm|psk|^[ks]k?$/i;
const nameOfApi = /api|app|access|auth|client|consumer|token/i;
/** At least eight bytes in hexadecimal digits. */
const bytes = /^(?:0x)?(?:[\da-f]{2}){8,}$/i;
/** The input of a computation, whatever its form. */
const input = /\b(?:plain_?text|pt|msg|message|input|in|data|aad|ad|salt|info|label)["']?\s{0,8}[:=]/i;
/** The result of a computation in hexadecimal digits. */
const result =
  /\b(?:cipher_?text|ct|tag|mac|hmac|digest|okm|prk|expected|output|out|signature|sig)["']?\s{0,8}[:=]\s{0,8}[^\s"'=]{0,24}["']?(?:0x)?[\da-f]{16}/i;

/** The input of a computation whose result is a key (RFC 5869). */
const inputOfKey = /\bikm["']?\s{0,8}[:=]\s{0,8}["'](?:0x)?[\da-f]{16}/i;

/** Parts of a URL that a parser returns, and that the settings of a connection lack. */
const partOfUrl = /\b(?:href|origin|pathname|protocol|scheme|userinfo)["']?\s{0,8}[:=]/i;

/**
 * Returns whether a value is published with all that it protects: the key of a test vector, whose input and result stand in
 * the same record in hexadecimal digits, or the password of a URL that stands beside its parts.
 */
export function isOfTestVector(source: Source, candidate: Candidate, value: string): boolean {
  const { name, kind, start, end } = candidate;
  const isKey = bytes.test(value) && keyName.test(name) && !nameOfApi.test(name);
  if (!isKey && kind !== 'url' && !/pass|auth/i.test(name)) return false;
  const { text } = source;
  const around = text.slice(Math.max(0, start - reach), end + reach);
  source.steps += around.length;
  if (isKey) return input.test(around) && (result.test(around) || inputOfKey.test(around));
  return (
    around.includes(`:${value.slice(value.indexOf(':') + 1)}@`) &&
    partOfUrl.test(around) &&
    /\bhost(?:name)?["']?\s{0,8}[:=]/i.test(around)
  );
}
