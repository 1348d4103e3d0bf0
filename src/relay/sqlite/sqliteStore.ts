import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { Failure } from '../../core/failures.ts';
import type { RelayStore } from '../relayStore.ts';
import { factOf, openDatabase } from './database.ts';
import { SqlitePushLog, type SqlitePushLogOptions } from './sqlitePushLog.ts';
import { parse, parseJson } from '../../core/parsing.ts';
import {
  hashOf,
  newRelayKey,
  type CreatedKey,
  type NewKey,
  type RelayKey,
  type RelayKeys,
  type StoredKey,
} from '../relayKeys.ts';

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

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  projects: z.string(),
  createdAt: z.number(),
  expiresAt: z.nullable(z.number()),
  revokedAt: z.nullable(z.number()),
});
const columns = 'id, name, projects, createdAt, expiresAt, revokedAt';
const idSchema = z.object({ id: z.string() });
const hashSchema = z.object({ hash: z.string() });
const isLive = 'revokedAt IS NULL AND (expiresAt IS NULL OR expiresAt > ?)';

export class SqliteRelayKeys implements RelayKeys {
  readonly #db: DatabaseSync;
  readonly #now: () => number;

  constructor(db: DatabaseSync, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  create(key: NewKey): Promise<CreatedKey> {
    const created = newRelayKey(key, this.#now());
    const { id, name, projects, createdAt, expiresAt } = created.entry;
    this.#db
      .prepare('INSERT INTO keys (id, hash, name, projects, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?, ?)')
      .run(id, hashOf(created.key), name, JSON.stringify(projects), createdAt, expiresAt ?? null);
    return Promise.resolve(created);
  }

  list(): Promise<readonly RelayKey[]> {
    const rows = this.#db.prepare(`SELECT ${columns} FROM keys ORDER BY createdAt, id`).all();
    return Promise.resolve(rows.map(relayKeyOf));
  }

  find(key: string): Promise<RelayKey | undefined> {
    const row = this.#db
      .prepare(`SELECT ${columns} FROM keys WHERE hash = ? AND ${isLive}`)
      .get(hashOf(key), this.#now());
    return Promise.resolve(row === undefined ? undefined : relayKeyOf(row));
  }

  live(): Promise<ReadonlySet<string>> {
    const rows = this.#db.prepare(`SELECT id FROM keys WHERE ${isLive}`).all(this.#now());
    return Promise.resolve(new Set(rows.map((row) => parse(idSchema, row, 'Relay key').id)));
  }

  /** Returns all keys with their hashes, for a copy in another store. */
  stored(): readonly StoredKey[] {
    return this.#db
      .prepare(`SELECT ${columns}, hash FROM keys ORDER BY createdAt, id`)
      .all()
      .map((row) => ({ ...relayKeyOf(row), ...parse(hashSchema, row, 'Relay key') }));
  }

  async revoke(id: string): Promise<RelayKey> {
    this.#db.prepare('UPDATE keys SET revokedAt = coalesce(revokedAt, ?) WHERE id = ?').run(this.#now(), id);
    const revoked = (await this.list()).find((key) => key.id === id);
    if (!revoked) throw new Failure('notFound', `Relay key ${id} does not exist`);
    return revoked;
  }
}

function relayKeyOf(row: unknown): RelayKey {
  const { projects, expiresAt, revokedAt, ...rest } = parse(rowSchema, row, 'Relay key');
  return {
    ...rest,
    projects: parse(z.array(z.string()), parseJson(projects, 'Relay key'), 'Relay key'),
    expiresAt: expiresAt ?? undefined,
    revokedAt: revokedAt ?? undefined,
  };
}
