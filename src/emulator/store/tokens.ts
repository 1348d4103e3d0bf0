import { newId, type Database } from './database.ts';

export const tokenKinds = ['USER_TOKEN', 'GLOBAL_ANALYSIS_TOKEN', 'PROJECT_ANALYSIS_TOKEN'] as const;
/** The kinds of a server, and one of the cloud that belongs to one organization and only allows analyses. */
export type TokenKind = (typeof tokenKinds)[number] | 'SCOPED_ORGANIZATION_TOKEN';

export interface Token {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly hash: string;
  readonly kind: TokenKind;
  readonly projectId: string | null;
  /** Organization of a scoped organization token. */
  readonly organization: string | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
}

export const tokenByHash = (db: Database, hash: string): Token | undefined =>
  db.get('SELECT * FROM tokens WHERE hash = ?', hash);

export const tokenByName = (db: Database, userId: string, name: string): Token | undefined =>
  db.get('SELECT * FROM tokens WHERE userId = ? AND name = ?', userId, name);

export const tokensOf = (db: Database, userId: string): Token[] =>
  db.all('SELECT * FROM tokens WHERE userId = ? ORDER BY name', userId);

export function addToken(db: Database, token: Omit<Token, 'id' | 'lastUsedAt'>): void {
  db.insert('tokens', { id: newId(), lastUsedAt: null, ...token });
}

export function removeToken(db: Database, userId: string, name: string): void {
  db.run('DELETE FROM tokens WHERE userId = ? AND name = ?', userId, name);
}

/** Updates the time of last use. It is only a hint for users, so one write per minute is enough. */
export function touchToken(db: Database, token: Token, now: number): void {
  if (now - (token.lastUsedAt ?? 0) >= 60_000)
    db.run('UPDATE tokens SET lastUsedAt = ? WHERE id = ?', now, token.id);
}
