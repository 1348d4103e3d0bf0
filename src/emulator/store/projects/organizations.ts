import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import { userByLogin } from '../users/users.ts';

const organizationRow = z.object({
  key: z.string(),
  id: z.string(),
  name: z.string(),
});
export type Organization = Readonly<z.infer<typeof organizationRow>>;

export const organizations = (db: Database): Organization[] =>
  db.all(organizationRow, 'SELECT * FROM organizations ORDER BY name COLLATE NOCASE');

export const organizationByKey = (db: Database, key: string): Organization | undefined =>
  db.get(organizationRow, 'SELECT * FROM organizations WHERE key = ?', key);

export const organizationById = (db: Database, id: string): Organization | undefined =>
  db.get(organizationRow, 'SELECT * FROM organizations WHERE id = ?', id);

export const organizationsOf = (db: Database, userId: string): Organization[] =>
  db.all(
    organizationRow,
    `SELECT organizations.* FROM organizations JOIN organizationMembers ON organization = key
     WHERE userId = ? ORDER BY name COLLATE NOCASE`,
    userId,
  );

/** Stores an organization and makes a user its first member. An unknown login leaves it without members. */
export function addOrganization(db: Database, organization: Organization, memberLogin: string): void {
  db.insert('organizations', { ...organization });
  const member = userByLogin(db, memberLogin);
  if (member)
    db.insert(
      'organizationMembers',
      { organization: organization.key, userId: member.id },
      'ON CONFLICT DO NOTHING',
    );
}
