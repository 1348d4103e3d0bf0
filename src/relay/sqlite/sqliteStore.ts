import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { Failure } from '../../core/failures.ts';
import type { RelayStore } from '../relayStore.ts';
import { factOf, openDatabase } from './database.ts';
import { SqlitePushLog, type SqlitePushLogOptions } from './sqlitePushLog.ts';
import { SqliteRelayKeys } from './sqliteRelayKeys.ts';

interface SqliteStoreOptions extends Omit<SqlitePushLogOptions, 'db'> {
  readonly data: string;
}

/**
 * Opens the store of a single relay, an SQL database in a folder, and locks it for this process.
 * @throws {Failure} `busy` if another relay runs on the folder; `storage` for data of a newer version
 */
export function openSqliteStore({ data, ...options }: SqliteStoreOptions): RelayStore {
  const db = openDatabase(data);
  try {
    const lock = lockData(data);
    return {
      log: new SqlitePushLog({ db, ...options }),
      keys: new SqliteRelayKeys(db, options.now),
      salt: factOf(db, 'salt'),
      close: () => {
        lock.close();
        db.close();
        return Promise.resolve();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Opens only the keys in a folder, whether or not a relay runs on it.
 * @throws {Failure} `storage` for data of a newer version
 */
export function openSqliteKeys(
  data: string,
  now: () => number,
): { readonly keys: SqliteRelayKeys; readonly close: () => Promise<void> } {
  const db = openDatabase(data);
  return {
    keys: new SqliteRelayKeys(db, now),
    close: () => {
      db.close();
      return Promise.resolve();
    },
  };
}

/**
 * Locks the data of a relay for this process. Two relays on the same data would each reach only some of the editors.
 * The lock is a file lock of the operating system, which releases it even if the process is killed.
 * @throws {Failure} `busy` if another relay has the lock
 */
function lockData(folder: string): DatabaseSync {
  const lock = new DatabaseSync(join(folder, 'relay.lock'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new Failure('busy', `Another relay runs on ${folder}`, { cause: error });
  }
  return lock;
}
