/**
 * Returns a text encoded as a part of a URL, as `encodeURIComponent` does. Each half of a surrogate pair becomes
 * U+FFFD: JSON and names of files on Windows can hold such a half, but a URL cannot, and `encodeURIComponent` throws.
 * One bad name among a hundred would then fail the request or the report for all of them.
 */
export function urlPart(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
