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
