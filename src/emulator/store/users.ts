import * as z from 'zod/mini';
import { newId, type Criterion, type Database } from './database.ts';

const userRow = z.object({
  id: z.string(),
  login: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  /** Salted hash (auth/credentials.ts). */
  password: z.nullable(z.string()),
  active: z.number(),
  createdAt: z.number(),
});
export type User = Readonly<z.infer<typeof userRow>>;

export const userByLogin = (db: Database, login: string): User | undefined =>
  db.get(userRow, 'SELECT * FROM users WHERE login = ? AND active = 1', login);

export const userById = (db: Database, id: string): User | undefined =>
  db.get(userRow, 'SELECT * FROM users WHERE id = ?', id);

export const userByEmail = (db: Database, email: string): User | undefined =>
  db.get(userRow, 'SELECT * FROM users WHERE email = ? COLLATE NOCASE AND active = 1 ORDER BY login', email);

/** Adds a user. Every user is in the group of all users. */
export function addUser(db: Database, user: Omit<User, 'id' | 'active'>): User {
  const row: User = { id: newId(), active: 1, ...user };
  db.transaction(() => {
    db.insert('users', { ...row });
    addToGroup(db, row.id, everyoneGroup);
  });
  return row;
}

export function setPassword(db: Database, id: string, hash: string): void {
  db.run('UPDATE users SET password = ? WHERE id = ?', hash, id);
}

export const everyoneGroup = 'sonar-users';
export const administratorsGroup = 'sonar-administrators';

export function addGroup(db: Database, name: string): void {
  db.insert('groups', { name }, 'ON CONFLICT DO NOTHING');
}

export const groupExists = (db: Database, name: string): boolean =>
  db.has('SELECT 1 FROM groups WHERE name = ?', name);

export function addToGroup(db: Database, userId: string, groupName: string): void {
  db.insert('memberships', { userId, groupName }, 'ON CONFLICT DO NOTHING');
}

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

const permissionRow = z.object({ permission: z.string() });

export const globalPermissions = ['admin', 'gateadmin', 'profileadmin', 'provisioning', 'scan'] as const;
export const projectPermissions = [
  'admin',
  'codeviewer',
  'issueadmin',
  'securityhotspotadmin',
  'scan',
  'user',
] as const;
export type GlobalPermission = (typeof globalPermissions)[number];
export type ProjectPermission = (typeof projectPermissions)[number];

export interface PermissionHolder {
  readonly kind: 'user' | 'group';
  /** Id of a user, name of a group. */
  readonly name: string;
}

/** Grants a permission; with `projectId` null it is global. */
export function grant(
  db: Database,
  holder: PermissionHolder,
  permission: string,
  projectId: string | null,
): void {
  db.insert(
    'permissions',
    { holderKind: holder.kind, holder: holder.name, permission, projectId },
    'ON CONFLICT DO NOTHING',
  );
}

/** A permission that was not granted changes nothing. */
export function revoke(
  db: Database,
  holder: PermissionHolder,
  permission: string,
  projectId: string | null,
): void {
  db.run(
    'DELETE FROM permissions WHERE holderKind = ? AND holder = ? AND permission = ? AND projectId IS ?',
    holder.kind,
    holder.name,
    permission,
    projectId,
  );
}

/** SQL condition for the permissions that a user has, directly or through a group. `?` is the user's id, twice. */
const permissionHeldByUser = `((holderKind = 'user' AND holder = ?)
  OR (holderKind = 'group' AND holder IN (SELECT groupName FROM memberships WHERE userId = ?)))`;

/** Returns the condition for projects that a user may browse; without a user, the public ones. */
export const browsableBy = (userId = ''): Criterion => ({
  sql: `(projects.isPrivate = 0 OR EXISTS (SELECT 1 FROM permissions
    WHERE permissions.projectId = projects.id AND permission = 'user' AND ${permissionHeldByUser}))`,
  values: [userId, userId],
});

/**
 * Returns the permissions that a user has globally (`projectId` null) or on a project, without those that every user
 * has on a public project.
 */
export function permissionsOf(db: Database, userId: string, projectId: string | null): Set<string> {
  const rows = db.all(
    permissionRow,
    `SELECT permission FROM permissions WHERE projectId IS ? AND ${permissionHeldByUser}`,
    projectId,
    userId,
    userId,
  );
  return new Set(rows.map(({ permission }) => permission));
}

export function grantDefaults(db: Database): void {
  for (const permission of ['admin', 'gateadmin', 'profileadmin', 'provisioning'])
    grant(db, { kind: 'group', name: administratorsGroup }, permission, null);
  for (const permission of ['provisioning', 'scan'])
    grant(db, { kind: 'group', name: everyoneGroup }, permission, null);
}

export function grantProjectDefaults(db: Database, projectId: string): void {
  grant(db, { kind: 'group', name: administratorsGroup }, 'admin', projectId);
  for (const permission of ['user', 'codeviewer', 'issueadmin', 'securityhotspotadmin'])
    grant(db, { kind: 'group', name: everyoneGroup }, permission, projectId);
}
