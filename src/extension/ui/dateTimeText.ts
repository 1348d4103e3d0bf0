import { env } from 'vscode';

/**
 * Returns a date with its time, formatted in the editor's language.
 *
 * @param at Milliseconds since the epoch.
 * @param timeStyle `medium` includes seconds.
 */
export function dateTimeText(at: number, timeStyle: 'short' | 'medium' = 'short'): string {
  return new Intl.DateTimeFormat(env.language, { dateStyle: 'medium', timeStyle }).format(at);
}

/**
 * Returns the time of a moment of today; for any other day, the date and the time.
 *
 * @param at Milliseconds since the epoch, like `now`.
 */
export function momentText(at: number, now = Date.now()): string {
  if (new Date(at).toDateString() !== new Date(now).toDateString()) return dateTimeText(at);
  return new Intl.DateTimeFormat(env.language, { timeStyle: 'short' }).format(at);
}

/** Returns the day and the time without the year, for lists of recent moments. `at`: milliseconds since the epoch. */
export function recentText(at: number): string {
  const parts = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(env.language, parts).format(at);
}
