import { env } from 'vscode';

/** `at`, here and below: milliseconds since the epoch. `medium` includes seconds. */
export function dateTimeText(at: number, timeStyle: 'short' | 'medium' = 'short'): string {
  return format(at, { dateStyle: 'medium', timeStyle });
}

/** Returns the time of a moment of today; for any other day, the date and the time. */
export function momentText(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? timeText(at) : dateTimeText(at);
}

/** Without the year, for lists of recent moments. */
export function recentText(at: number): string {
  // Beside the parts of a date, German would have the hour without its leading zero, unlike all other texts.
  return `${format(at, { month: 'short', day: 'numeric' })}, ${timeText(at)}`;
}

export function dateText(at: number): string {
  return format(at, { dateStyle: 'medium' });
}

export function timeText(at: number): string {
  return format(at, { timeStyle: 'short' });
}

function format(at: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(env.language, options).format(at);
}
