import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Failure } from '../../core/failures.ts';
import { ensurePrivateFile } from '../../node/files/openFile.ts';

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
export function openDatabase(folder: string): DatabaseSync {
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
export function factOf(db: DatabaseSync, name: 'log' | 'salt'): string {
  const row = db.prepare('SELECT value FROM facts WHERE name = ?').get(name) as { value: string } | undefined;
  if (!row) throw new Failure('storage', `The relay's data have no ${name}`);
  return row.value;
}
