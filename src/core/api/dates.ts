/** `2026-01-02T03:04:05+0000`, the only shape the platform takes, in UTC. */
export function formatPlatformDate(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}+0000`;
}

/** Milliseconds since the epoch, or undefined. Takes `+0200`, `+02:00` and `Z`. */
export function parsePlatformDate(text: string): number | undefined {
  const at = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(at) ? undefined : at;
}
