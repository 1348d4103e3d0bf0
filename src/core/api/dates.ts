/** Formats milliseconds since the epoch as `2026-01-02T03:04:05+0000`, the only format that the platform accepts. */
export function formatPlatformDate(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}+0000`;
}

/**
 * Returns a date-time in ISO 8601 with offset and whole seconds, `2026-01-02T03:04:05+00:00`. Accepts `+0000`, `Z` and
 * milliseconds. Returns other text, such as a date alone, unchanged.
 */
export function isoDateTime(text: string): string {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|([+-]\d\d):?(\d\d))$/.exec(text);
  if (!match) return text;
  const [, time = '', hours = '+00', minutes = '00'] = match;
  return `${time}${hours}:${minutes}`;
}

/** Returns milliseconds since the epoch; undefined for other text. Accepts `+0200`, `+02:00` and `Z`. */
export function parsePlatformDate(text: string): number | undefined {
  const at = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(at) ? undefined : at;
}
