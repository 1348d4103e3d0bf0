import * as z from 'zod/mini';
import { newId, type Database } from '../database.ts';

const userRow = z.object({
  id: z.string(),
  login: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  /** Salted hash (auth/secrets.ts). */
  password: z.nullable(z.string()),
  active: z.number(),
  /** 1 when an editor of the user has opened the event stream. */
  usesIde: z.number(),
  createdAt: z.number(),
});
export type User = Readonly<z.infer<typeof userRow>>;

/** Returns the active user with this login. */
export const userByLogin = (db: Database, login: string): User | undefined =>
  db.get(userRow, 'SELECT * FROM users WHERE login = ? AND active = 1', login);

/** Returns a user by id, also one that was deactivated. */
export const userById = (db: Database, id: string): User | undefined =>
  db.get(userRow, 'SELECT * FROM users WHERE id = ?', id);

/** Returns the user whose commits have this mail address. */
export const userByEmail = (db: Database, email: string): User | undefined =>
  db.get(userRow, 'SELECT * FROM users WHERE email = ? COLLATE NOCASE AND active = 1 ORDER BY login', email);

/** Returns the active users by login. */
export const allUsers = (db: Database): User[] =>
  db.all(userRow, 'SELECT * FROM users WHERE active = 1 ORDER BY login');

/** Adds a user. Every user is in the group of all users. */
export function addUser(db: Database, user: Omit<User, 'id' | 'active' | 'usesIde'>): User {
  const row: User = { id: newId(), active: 1, usesIde: 0, ...user };
  db.transaction(() => {
    db.insert('users', { ...row });
    addToGroup(db, row.id, everyoneGroup);
  });
  return row;
}

/** The groups of every platform. */
export const everyoneGroup = 'sonar-users';
export const administratorsGroup = 'sonar-administrators';

const groupRow = z.object({ groupName: z.string() });
const favoriteRow = z.object({ projectId: z.string() });

export const groupsOf = (db: Database, userId: string): string[] =>
  db
    .all(groupRow, 'SELECT groupName FROM memberships WHERE userId = ? ORDER BY groupName', userId)
    .map(({ groupName }) => groupName);

/** Creates a group unless it exists. */
export function addGroup(db: Database, name: string): void {
  db.insert('groups', { name }, 'OR IGNORE');
}

export const groupExists = (db: Database, name: string): boolean =>
  db.has('SELECT 1 FROM groups WHERE name = ?', name);

/** Adds a user to a group. A member stays one. */
export function addToGroup(db: Database, userId: string, groupName: string): void {
  db.insert('memberships', { userId, groupName }, 'OR IGNORE');
}

/** Returns the ids of a user's favorite projects. */
export const favoritesOf = (db: Database, userId: string): Set<string> =>
  new Set(
    db
      .all(favoriteRow, 'SELECT projectId FROM favorites WHERE userId = ?', userId)
      .map(({ projectId }) => projectId),
  );

export function addFavorite(db: Database, userId: string, projectId: string): void {
  db.insert('favorites', { userId, projectId }, 'OR IGNORE');
}

export function removeFavorite(db: Database, userId: string, projectId: string): void {
  db.run('DELETE FROM favorites WHERE userId = ? AND projectId = ?', userId, projectId);
}
