import { parsePlatformDate } from '../api/dates.ts';

/** The kind of a token. Connected mode needs a user token: the other kinds have no access to some of its endpoints. */
export type TokenKind = 'user' | 'project' | 'global' | 'organization';

const prefixes: Readonly<Record<string, TokenKind>> = { squ_: 'user', sqp_: 'project', sqa_: 'global' };

/** Returns the kind that the prefix shows; undefined without prefix, as from older servers and the cloud. */
export function kindByPrefix(token: string): TokenKind | undefined {
  return prefixes[token.slice(0, 4)];
}

const dayMs = 24 * 60 * 60 * 1000;

/** The warning starts this many days before a token expires. */
const warnDays = 7;

/**
 * Returns the whole days from `now`, in milliseconds, until a token expires, 0 on its last day and afterwards. Returns
 * undefined if the date, in the platform's format, is unknown or more than 7 whole days away.
 */
export function daysLeft(expires: string | undefined, now: number): number | undefined {
  const end = expires === undefined ? undefined : parsePlatformDate(expires);
  if (end === undefined) return undefined;
  const days = Math.floor((end - now) / dayMs);
  return days > warnDays ? undefined : Math.max(days, 0);
}
