/** Returns a time as `2026-11-21T02:47:49+0000`: the platform writes no milliseconds and no colon in the zone. */
export function formatDate(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}+0000`;
}

const dateTime = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})([+-]\d{2})(\d{2})$/u;
const dateOnly = /^\d{4}-\d{2}-\d{2}$/u;

/** Returns the milliseconds since the epoch of a text in the form of `formatDate`, in any zone; else undefined. */
export function parseDateTime(text: string): number | undefined {
  const match = dateTime.exec(text);
  if (!match) return undefined;
  const [, local, hours, minutes] = match;
  return timeOf(`${String(local)}${String(hours)}:${String(minutes)}`);
}

/** Parses as `parseDateTime`; a date alone means its first moment (UTC). */
export function parseDateOrDateTime(text: string): number | undefined {
  return dateOnly.test(text) ? timeOf(`${text}T00:00:00Z`) : parseDateTime(text);
}

function timeOf(iso: string): number | undefined {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? undefined : time;
}
