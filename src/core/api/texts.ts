import * as z from 'zod/mini';

/** The platforms' longest name: they allow 500 characters for projects, 255 for organizations, 100 for webhooks. */
const longestName = 500;
const longestWords = 1000;

/** A display name, such as a project's: one line of at most 500 characters, because nothing is identified by it. */
export const displayName = z.string().check(z.overwrite((name) => oneLine(name, longestName)));

/** A server's version, such as `9.9 (build 65466)` or `nightly`. It is shown to users, so other text is refused. */
export const serverVersion = z
  .string()
  .check(z.regex(/^[\w.+-]{1,40}(?: \(build \d{1,12}\))?$/, 'expected a version'));

/** The status of a server, such as `UP`. Other text is refused, because the status is shown to the user. */
export const serverStatus = z.string().check(z.regex(/^[A-Z][A-Z_]{0,39}$/, 'expected a status'));

/** Returns a message of the platform on one line, shortened to 1000 characters. */
export function platformWords(text: string): string {
  return oneLine(text, longestWords);
}

/**
 * Replaces control characters and line breaks by spaces, removes embeddings, overrides and isolates, which reorder
 * text, and shortens the result to `limit` UTF-16 code units.
 */
function oneLine(text: string, limit: number): string {
  const plain = text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/gu, '');
  if (plain.length <= limit) return plain;
  // The cut must not leave half of a surrogate pair.
  return `${plain.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
