import * as z from 'zod/mini';
import { newId, type Database } from '../database.ts';

export const tokenKinds = ['USER_TOKEN', 'GLOBAL_ANALYSIS_TOKEN', 'PROJECT_ANALYSIS_TOKEN'] as const;
/** The kinds of a server, and one of the cloud that belongs to one organization and only allows analyses. */
const storedKinds = [...tokenKinds, 'SCOPED_ORGANIZATION_TOKEN'] as const;
export type TokenKind = (typeof storedKinds)[number];

const tokenRow = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  hash: z.string(),
  kind: z.enum(storedKinds),
  projectId: z.nullable(z.string()),
  /** Organization of a scoped organization token. */
  organization: z.nullable(z.string()),
  createdAt: z.number(),
  lastUsedAt: z.nullable(z.number()),
  expiresAt: z.nullable(z.number()),
});
export type Token = Readonly<z.infer<typeof tokenRow>>;

/** Returns the token with this hash (`hashToken`). The tokens themselves are not stored. */
export const tokenByHash = (db: Database, hash: string): Token | undefined =>
  db.get(tokenRow, 'SELECT * FROM tokens WHERE hash = ?', hash);

export const tokenByName = (db: Database, userId: string, name: string): Token | undefined =>
  db.get(tokenRow, 'SELECT * FROM tokens WHERE userId = ? AND name = ?', userId, name);

export const tokensOf = (db: Database, userId: string): Token[] =>
  db.all(tokenRow, 'SELECT * FROM tokens WHERE userId = ? ORDER BY name', userId);

/** Stores a token, of which nothing but its hash is known, as never used. */
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
