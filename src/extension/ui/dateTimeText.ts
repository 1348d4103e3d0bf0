import { env } from 'vscode';

/** A date with its time, as people write it in the editor's language. @param timeStyle `medium` has seconds */
export function dateTimeText(at: number, timeStyle: 'short' | 'medium' = 'short'): string {
  return new Intl.DateTimeFormat(env.language, { dateStyle: 'medium', timeStyle }).format(at);
}
