import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { TokenKind } from '../store/users/tokens.ts';

const prefixes: Readonly<Record<TokenKind, string>> = {
  USER_TOKEN: 'squ_',
  PROJECT_ANALYSIS_TOKEN: 'sqp_',
  GLOBAL_ANALYSIS_TOKEN: 'sqa_',
  // Assumed: no recording has a token of this kind.
  SCOPED_ORGANIZATION_TOKEN: 'sqo_',
};

/** Returns a new token, whose prefix identifies its kind. */
export const newToken = (kind: TokenKind): string => prefixes[kind] + randomBytes(20).toString('hex');

/** Returns the stored form of a token. A token has 160 random bits, so a plain hash cannot be searched. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Returns the stored form of a password: salt and scrypt hash. */
export function hashPassword(password: string): string {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}:${scryptSync(password, salt, 32).toString('hex')}`;
}

/**
 * Compares a password with its stored form in constant time.
 *
 * @param stored The result of `hashPassword`.
 */
export function passwordMatches(password: string, stored: string): boolean {
  const [salt = '', hash = ''] = stored.split(':');
  return timingSafeEqual(Buffer.from(hash, 'hex'), scryptSync(password, Buffer.from(salt, 'hex'), 32));
}
