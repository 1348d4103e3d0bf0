import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { Emitter, type Event } from '../core/events.ts';
import { Failure } from '../core/failures.ts';
import { parse, parseJson } from '../core/parsing.ts';
import type { PushEvent } from '../core/push/pushEvents.ts';
import { ensurePrivateFile } from '../node/files/openFile.ts';
import {
  hashOf,
  newRelayKey,
  type CreatedKey,
  type NewKey,
  type RelayKey,
  type RelayKeys,
  type StoredKey,
} from './relayKeys.ts';
import { pageSize, type PushLog, type RelayStore } from './relayStore.ts';

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
      log: sqlitePushLog({ db, ...options }),
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

class SqliteRelayKeys implements RelayKeys {
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

const dayMs = 24 * 3_600_000;

interface SqlitePushLogOptions {
  readonly db: DatabaseSync;
  /** The number of push events to keep. The log may be about 1 % longer. */
  readonly keep: number;
  /** Age in days after which push events are deleted. */
  readonly keepDays: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Returns the push events of one relay, in its database. `onAppend` fires only for push events of this process. */
function sqlitePushLog({ db, keep, keepDays, now, onError }: SqlitePushLogOptions): PushLog {
  const appended = new Emitter<PushEvent>(onError);
  const newest = db.prepare('SELECT digest FROM doorbells WHERE project = ? ORDER BY sequence DESC LIMIT 1');
  const insert = db.prepare('INSERT INTO doorbells (project, digest, at) VALUES (?, ?, ?)');
  const prune = db.prepare('DELETE FROM doorbells WHERE sequence <= ? OR at < ?');
  const bounds = db.prepare(
    `SELECT coalesce((SELECT min(sequence) FROM doorbells), 0) AS first,
      coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'doorbells'), 0) AS last`,
  );
  const page = db.prepare(
    `SELECT sequence, project, at FROM doorbells
     WHERE sequence > ? AND project IN (SELECT value FROM json_each(?)) ORDER BY sequence LIMIT ${pageSize}`,
  );
  const boundsNow = () => bounds.get() as { readonly first: number; readonly last: number };
  /** Deletes old push events on some calls. It does not throw, because a failed append would lose a push event. */
  const forgetBefore = (oldest: number): void => {
    if (oldest % Math.max(1, Math.floor(keep / 100)) !== 0) return;
    try {
      prune.run(oldest, now() - keepDays * dayMs);
    } catch (error) {
      onError(error);
    }
  };
  return {
    id: factOf(db, 'log'),
    isAvailable: true,
    lag: 0,
    reconnects: 0,
    onDidChangeAvailability: never,
    onDidReset: never,
    onAppend: appended.event,
    get last() {
      return boundsNow().last;
    },
    append({ project, digest }) {
      const before = newest.get(project) as { digest: string } | undefined;
      if (before?.digest === digest) return Promise.resolve(false);
      const at = now();
      const sequence = insert.run(project, digest, at).lastInsertRowid;
      appended.fire({ project, sequence, at });
      forgetBefore(sequence - keep);
      return Promise.resolve(true);
    },
    read(projects, after) {
      const { first, last } = boundsNow();
      const pushEvents = page.all(after, JSON.stringify([...projects])) as PushEvent[];
      const isFull = pushEvents.length === pageSize;
      const to = isFull ? (pushEvents.at(-1)?.sequence ?? last) : last;
      // An empty log has deleted all push events that it counted.
      const kept = first === 0 ? last : first - 1;
      // A reader whose position is ahead of the log has read events of data that were replaced by an older copy.
      return Promise.resolve({ pushEvents, to, hasGap: after < kept || after > last });
    },
  };
}

/** The event of something that an embedded log never does. */
const never: Event<void> = () => ({ dispose: () => undefined });

const format = 1;

const schema = `
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
-- AUTOINCREMENT: a sequence is never given twice, also after the newest push event was dropped.
CREATE TABLE doorbells (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT NOT NULL, digest TEXT NOT NULL, at INTEGER NOT NULL
) STRICT;
CREATE INDEX doorbellsOfProject ON doorbells (project, sequence);
CREATE TABLE keys (
  id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, name TEXT NOT NULL, projects TEXT NOT NULL,
  createdAt INTEGER NOT NULL, expiresAt INTEGER, revokedAt INTEGER
) STRICT;
`;

/**
 * Opens the data of a relay, and creates them if they do not exist. Several processes may have them open: `relay key`
 * works while the relay runs.
 * @throws {Failure} `storage` for data of a newer version
 */
function openDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'relay.db');
  // The folder may be older than the data, and open to other users.
  ensurePrivateFile(path);
  const db = new DatabaseSync(path);
  try {
    db.exec('PRAGMA busy_timeout = 5000');
    db.exec('PRAGMA journal_mode = WAL');
    // The operating system has a commit before the relay acknowledges it, so kill -9 loses no push event. A power failure
    // may lose some; the editors' slow poll notices their changes.
    db.exec('PRAGMA synchronous = NORMAL');
    db.exec('BEGIN IMMEDIATE');
    const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
    if (version > format)
      throw new Failure('storage', `The data in ${folder} were written by a newer version of the relay`);
    if (version < format) {
      db.exec(schema);
      const add = db.prepare('INSERT INTO facts (name, value) VALUES (?, ?)');
      add.run('log', randomBytes(6).toString('base64url'));
      add.run('salt', randomBytes(32).toString('base64url'));
      db.exec(`PRAGMA user_version = ${format}`);
    }
    db.exec('COMMIT');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Returns a stored value: `log` is the id of the push events' sequence, `salt` turns project keys into opaque ids.
 * @throws {Failure} `storage` if the data do not have it
 */
function factOf(db: DatabaseSync, name: 'log' | 'salt'): string {
  const row = db.prepare('SELECT value FROM facts WHERE name = ?').get(name) as { value: string } | undefined;
  if (!row) throw new Failure('storage', `The relay's data have no ${name}`);
  return row.value;
}
