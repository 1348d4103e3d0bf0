import * as z from 'zod/mini';

/** No platform lets a name be longer: 500 characters for projects, 255 for organizations, 100 for webhooks. */
const longestName = 500;
const longestWords = 1000;

/** A name that the platform shows people and nothing identifies by: of a project, an organization, a webhook, a user. */
export const displayName = z.string().check(z.overwrite((name) => oneLine(name, longestName)));

/** The version of a server, such as `9.9.0.65466`, `9.9 (build 65466)` or `nightly`. What has no form of a version is refused: it is shown. */
export const serverVersion = z
  .string()
  .check(z.regex(/^[\w.+-]{1,40}(?: \(build \d{1,12}\))?$/, 'expected a version'));

/** The status of a server, such as `UP` or `DB_MIGRATION_NEEDED`. What has no form of a status is refused: it is shown. */
export const serverStatus = z.string().check(z.regex(/^[A-Z][A-Z_]{0,39}$/, 'expected a status'));

/** Returns the platform's own words on one line, with at most 1000 characters. */
export function platformWords(text: string): string {
  return oneLine(text, longestWords);
}

/** Control characters and line breaks become spaces; marks and embeddings that reorder text go. @param limit in characters */
function oneLine(text: string, limit: number): string {
  const plain = text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/gu, '');
  if (plain.length <= limit) return plain;
  // Not between the halves of a surrogate pair.
  return `${plain.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
