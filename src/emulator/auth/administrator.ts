import { randomBytes } from 'node:crypto';
import type { Database } from '../store/database.ts';
import { setSetting, setting } from '../store/settings.ts';
import { userByLogin } from '../store/users.ts';
import { hashPassword, passwordMatches } from './secrets.ts';

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
    if (admin && password !== undefined)
      db.run('UPDATE users SET password = ? WHERE id = ?', hashPassword(password), admin.id);
    setSetting(db, ownPassword, 'random');
  });
  return password;
}
