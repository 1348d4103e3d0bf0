import { randomBytes } from 'node:crypto';
import type { Brand } from '../../core/brand.ts';
import type { Dialect } from '../dialect.ts';
import { newId, type Database } from './database.ts';
import { addGate, gates } from './gates.ts';
import { addOrganization, organizations } from './organizations.ts';
import { grant, grantDefaults } from './permissions.ts';
import { setSetting, setting } from './settings.ts';
import { addGroup, addUser, administrators, everybody, join, userByLogin } from './users.ts';

/** Key of the organization that a platform in cloud mode starts with. */
const firstOrganization = 'demo-org';

/** Adds the initial data of a platform. Does not change existing data. */
export function seed(db: Database, dialect: Dialect, brand: Brand, now: number): void {
  db.transaction(() => {
    if (setting(db, 'sonar.core.id') === undefined) setSetting(db, 'sonar.core.id', newServerId());
    if (!userByLogin(db, 'admin')) {
      addGroup(db, administrators);
      addGroup(db, everybody);
      const admin = addUser(db, {
        login: 'admin',
        name: 'Administrator',
        email: null,
        // auth/administrator.ts sets it.
        password: null,
        createdAt: now,
      });
      join(db, admin.id, administrators);
      grantDefaults(db);
      grant(db, { kind: 'user', name: admin.id }, 'scan', null);
    }
    if (gates(db).length === 0)
      addGate(
        db,
        { name: brand.id === 'sonar' ? 'Sonar way' : 'Service way', isBuiltIn: 1, isDefault: 1 },
        dialect.standardConditions.map(([metric, op, error]) => ({ metric, op, error })),
      );
    if (dialect.isCloud && organizations(db).length === 0)
      addOrganization(db, { key: firstOrganization, id: newId(), name: 'Demo organization' }, 'admin');
  });
}

/** Returns a new id in the form of a real server's id. */
function newServerId(): string {
  return `${randomBytes(4).toString('hex').toUpperCase()}-${randomBytes(15).toString('base64url')}`;
}
