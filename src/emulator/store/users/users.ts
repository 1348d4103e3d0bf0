import * as z from 'zod/mini';
import { newId, type Database } from '../database.ts';

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
