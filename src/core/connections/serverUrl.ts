/**
 * Converts a typed server address to its stored form: http or https, lower-case host, with the context path, without
 * trailing slash. Returns undefined for text that is not such an address, and for an address with credentials, a query
 * or a fragment.
 */
export function parseServerUrl(text: string): string | undefined {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return undefined;
  const url = new URL(trimmed);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username || url.password || url.search || url.hash) return undefined;
  return url.origin + withoutTrailingSlashes(url.pathname);
}

/**
 * Returns the text without slashes at its end. The pattern matches only from the first slash of a run: attempts at
 * every slash would take quadratic time for a long run inside the text.
 */
export function withoutTrailingSlashes(text: string): string {
  return text.replace(/(?<!\/)\/+$/, '');
}
