/**
 * Converts a typed server address to its stored form: http or https, lower-case host, context path, no trailing slash.
 * Returns undefined for other text and for an address with credentials, a query or a fragment.
 */
export function parseServerUrl(text: string): string | undefined {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return undefined;
  const url = new URL(trimmed);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username || url.password || url.search || url.hash) return undefined;
  return url.origin + withoutTrailingSlashes(url.pathname);
}

/** Returns the text without trailing slashes. A match from each slash of a long run would take quadratic time. */
export function withoutTrailingSlashes(text: string): string {
  return text.replace(/(?<!\/)\/+$/, '');
}
