import type { Platform } from '../platform.ts';
import { tokenByHash, touchToken } from '../store/tokens.ts';
import { userById, userByLogin } from '../store/users.ts';
import { hashToken, passwordMatches } from './secrets.ts';
import { Rights } from './rights.ts';

/** Rights of a request by its `Authorization` header: `none` came, `bad` ones came, or whose they are. */
export function authenticate(platform: Platform, header: string | undefined): Rights | 'none' | 'bad' {
  if (!header) return 'none';
  const [, scheme = '', credentials = ''] = /^(\S+)\s+(\S.*)$/u.exec(header.trim()) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return platform.dialect.bearer ? byToken(platform, credentials.trim()) : 'bad';
    case 'basic':
      return byBasic(platform, Buffer.from(credentials, 'base64').toString('utf8'));
    default:
      return 'bad';
  }
}

function byBasic(platform: Platform, decoded: string): Rights | 'bad' {
  const colon = decoded.indexOf(':');
  if (colon < 0) return 'bad';
  const [login, password] = [decoded.slice(0, colon), decoded.slice(colon + 1)];
  // An empty password means that the login is a token.
  return password ? byPassword(platform, login, password) : byToken(platform, login);
}

function byPassword(platform: Platform, login: string, password: string): Rights | 'bad' {
  const user = userByLogin(platform.db, login);
  if (!user?.password || !passwordMatches(password, user.password)) return 'bad';
  return new Rights(platform.db, platform.dialect, user);
}

function byToken({ db, dialect, now }: Platform, text: string): Rights | 'bad' {
  const token = tokenByHash(db, hashToken(text));
  if (!token || (token.expiresAt !== null && token.expiresAt <= now())) return 'bad';
  const user = userById(db, token.userId);
  if (!user?.active) return 'bad';
  touchToken(db, token, now());
  return new Rights(db, dialect, user, token);
}
