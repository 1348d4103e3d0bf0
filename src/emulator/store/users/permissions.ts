import * as z from 'zod/mini';
import type { Criterion, Database } from '../database.ts';
import { administratorsGroup, everyoneGroup } from './users.ts';

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

/** Returns a user's permissions, global (`projectId` null) or on a project, without those of all on a public one. */
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
