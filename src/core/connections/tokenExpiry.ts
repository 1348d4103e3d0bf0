import { parsePlatformDate } from '../api/dates.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** How long before it expires a token is worth a word. */
const warnDays = 7;

/**
 * Whole days that a token has left, 0 on its last; undefined where nothing is known, or where there is time yet.
 * @param expires as the platform said it
 * @param now milliseconds since the epoch
 */
export function daysLeft(expires: string | undefined, now: number): number | undefined {
  const end = expires === undefined ? undefined : parsePlatformDate(expires);
  if (end === undefined) return undefined;
  const days = Math.floor((end - now) / dayMs);
  return days > warnDays ? undefined : Math.max(days, 0);
}
