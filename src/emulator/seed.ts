import { randomBytes } from 'node:crypto';
import type { Brand } from '../core/brand.ts';
import { hashPassword, hashToken, newToken, passwordMatches } from './auth/credentials.ts';
import type { Dialect } from './dialect.ts';
import { standardConditions } from './gate/evaluate.ts';
import { newId, type Database } from './store/database.ts';
import { addGate, gates, addOrganization, organizations } from './store/projects.ts';
import {
  grant,
  grantDefaults,
  addToken,
  removeToken,
  tokensOf,
  addGroup,
  addUser,
  administratorsGroup,
  everyoneGroup,
  addToGroup,
  setPassword,
  userByLogin,
} from './store/users.ts';
import { setSetting, setting } from './store/settings.ts';

/** Key of the organization that a platform in cloud mode starts with. */
export const firstOrganization = 'demo-org';

/** Adds the initial data of a platform. Does not change existing data. */
export function seed(db: Database, dialect: Dialect, brand: Brand, now: number): void {
  db.transaction(() => {
    if (setting(db, 'sonar.core.id') === undefined) setSetting(db, 'sonar.core.id', newServerId());
    if (!userByLogin(db, 'admin')) {
      addGroup(db, administratorsGroup);
      addGroup(db, everyoneGroup);
      const admin = addUser(db, {
        login: 'admin',
        name: 'Administrator',
        email: null,
        // `ensureAdministrator` sets it.
        password: null,
        createdAt: now,
      });
      addToGroup(db, admin.id, administratorsGroup);
      grantDefaults(db);
      grant(db, { kind: 'user', name: admin.id }, 'scan', null);
    }
    if (gates(db).length === 0)
      addGate(db, brand.id === 'sonar' ? 'Sonar way' : 'Service way', standardConditions, 1);
    if (dialect.isCloud && organizations(db).length === 0)
      addOrganization(db, { key: firstOrganization, id: newId(), name: 'Demo organization' }, 'admin');
  });
}

function newServerId(): string {
  return `${randomBytes(4).toString('hex').toUpperCase()}-${randomBytes(15).toString('base64url')}`;
}

/** Setting that records that the administrator's password was generated for this data folder. */
const ownPassword = 'embedded.administratorPassword';
/** The password of every data folder before passwords were random. */
const formerPassword = 'admin';

/**
 * Gives the user `admin` of a data folder a unique random password, because a web page can guess a fixed one.
 * @returns the password; undefined when the folder already had one, of which only the hash is stored
 */
export function ensureAdministrator(db: Database): string | undefined {
  if (setting(db, ownPassword) !== undefined) return undefined;
  const admin = userByLogin(db, 'admin');
  const isFormer = admin?.password ? passwordMatches(formerPassword, admin.password) : true;
  const password = admin && isFormer ? randomBytes(18).toString('base64url') : undefined;
  db.transaction(() => {
    if (admin && password !== undefined) setPassword(db, admin.id, hashPassword(password));
    setSetting(db, ownPassword, 'random');
  });
  return password;
}

const startTokenName = 'platform start';

/** Creates the administrator's user token of one start of the platform. The token of the previous start ends. */
export function createStartToken(db: Database, now: number): string {
  const admin = userByLogin(db, 'admin');
  if (!admin) throw new Error('There is no user "admin"');
  const token = newToken('USER_TOKEN');
  const name = `${startTokenName} ${randomBytes(4).toString('hex')}`;
  db.transaction(() => {
    for (const { name: old } of tokensOf(db, admin.id))
      if (old.startsWith(`${startTokenName} `)) removeToken(db, admin.id, old);
    addToken(db, {
      userId: admin.id,
      name,
      hash: hashToken(token),
      kind: 'USER_TOKEN',
      projectId: null,
      organization: null,
      createdAt: now,
      expiresAt: null,
    });
  });
  return token;
}
