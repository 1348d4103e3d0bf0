import { randomBytes } from 'node:crypto';
import type { Database } from '../store/database.ts';
import { setSetting, setting } from '../store/settings.ts';
import { userByLogin } from '../store/users.ts';
import { hashPassword, passwordMatches } from './secrets.ts';

/** Says that the administrator's password was made for this data folder. */
const ownPassword = 'embedded.administratorPassword';
/** The password of every folder before passwords were random. */
const formerPassword = 'admin';

/**
 * Gives the user `admin` of a data folder a random password of its own, because a web page can guess a fixed one.
 * @returns the password; undefined where the folder had one already, of which only the hash is known
 */
export function ensureAdministrator(db: Database): string | undefined {
  if (setting(db, ownPassword) !== undefined) return undefined;
  const admin = userByLogin(db, 'admin');
  const isFormer = admin?.password ? passwordMatches(formerPassword, admin.password) : true;
  const password = admin && isFormer ? randomBytes(18).toString('base64url') : undefined;
  db.transaction(() => {
    if (admin && password !== undefined)
      db.run('UPDATE users SET password = ? WHERE id = ?', hashPassword(password), admin.id);
    setSetting(db, ownPassword, 'random');
  });
  return password;
}
