import type { IncomingHttpHeaders } from 'node:http';
import { addressGroup } from '../../node/http/server/addressGroup.ts';
import type { ServerContext } from '../serverContext.ts';
import { tokenByHash, touchToken, userById, userByLogin, type TokenKind, type User } from '../store/users.ts';
import { Rights } from './rights.ts';
import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

interface Sender {
  readonly headers: IncomingHttpHeaders;
  /** Address of the client. */
  readonly remote: string | undefined;
}

type AuthContext = Pick<ServerContext, 'db' | 'dialect' | 'now' | 'passwordTries'>;

/** Returns the rights of a request; `none` without an `Authorization` header, `bad` for invalid credentials. */
export function authenticate(
  server: AuthContext,
  { headers: { authorization: header }, remote }: Sender,
): Rights | 'none' | 'bad' {
  if (!header) return 'none';
  const [, scheme = '', credentials = ''] = /^(\S+)\s+(\S.*)$/u.exec(header.trim()) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return server.dialect.bearer ? byToken(server, credentials.trim()) : 'bad';
    case 'basic':
      return byBasic(server, Buffer.from(credentials, 'base64').toString('utf8'), remote);
    default:
      return 'bad';
  }
}

function byBasic(server: AuthContext, decoded: string, remote: string | undefined): Rights | 'bad' {
  const colon = decoded.indexOf(':');
  if (colon < 0) return 'bad';
  const [login, password] = [decoded.slice(0, colon), decoded.slice(colon + 1)];
  // An empty password means that the login is a token.
  if (!password) return byToken(server, login);
  const user = userByPassword(server, login, password, remote);
  return user ? new Rights(server.db, server.dialect, user) : 'bad';
}

/**
 * Returns the user with a login and a password; undefined when one is wrong, or when the address has tried too many
 * passwords. The limit exists because the slow hash makes each check expensive.
 */
export function userByPassword(
  { db, passwordTries }: Pick<AuthContext, 'db' | 'passwordTries'>,
  login: string,
  password: string,
  remote: string | undefined,
): User | undefined {
  const user = userByLogin(db, login);
  if (!user?.password || passwordTries.take(addressGroup(remote)) > 0) return undefined;
  return passwordMatches(password, user.password) ? user : undefined;
}

function byToken({ db, dialect, now }: AuthContext, text: string): Rights | 'bad' {
  const token = tokenByHash(db, hashToken(text));
  if (!token || (token.expiresAt !== null && token.expiresAt <= now())) return 'bad';
  const user = userById(db, token.userId);
  if (!user?.active) return 'bad';
  touchToken(db, token, now());
  return new Rights(db, dialect, user, token);
}

const prefixes: Readonly<Record<TokenKind, string>> = {
  USER_TOKEN: 'squ_',
  PROJECT_ANALYSIS_TOKEN: 'sqp_',
  GLOBAL_ANALYSIS_TOKEN: 'sqa_',
  // Assumed: no recording has a token of this kind.
  SCOPED_ORGANIZATION_TOKEN: 'sqo_',
};

export const newToken = (kind: TokenKind): string => prefixes[kind] + randomBytes(20).toString('hex');

/** Returns the stored form of a token. A token has 160 random bits, so a plain hash cannot be searched. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Returns the stored form of a password: salt and scrypt hash. */
export function hashPassword(password: string): string {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}:${scryptSync(password, salt, 32).toString('hex')}`;
}

/** Compares a password with the result of `hashPassword`, in constant time. */
export function passwordMatches(password: string, stored: string): boolean {
  const [salt = '', hash = ''] = stored.split(':');
  return timingSafeEqual(Buffer.from(hash, 'hex'), scryptSync(password, Buffer.from(salt, 'hex'), 32));
}
