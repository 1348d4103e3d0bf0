import type { DatabaseSync } from 'node:sqlite';
import { Failure, messageOf } from '../core/failures.ts';

interface SqliteModule {
  readonly DatabaseSync: new (path: string, options: { readonly readOnly: true }) => DatabaseSync;
}

/**
 * Returns the rows of all tables of a database of SQLite, without changing it.
 *
 * @throws {Failure} `storage` when it cannot be read: by this version of Node, or because another program keeps it.
 */
export function* databaseRows(path: string): Generator<Readonly<Record<string, unknown>>> {
  let database: DatabaseSync;
  try {
    const sqlite = process.getBuiltinModule('node:sqlite') as unknown as SqliteModule | undefined;
    if (!sqlite) throw new Error('reading it needs Node 24');
    database = new sqlite.DatabaseSync(path, { readOnly: true });
  } catch (error) {
    throw new Failure('storage', `Could not read ${path}: ${messageOf(error)}`, { cause: error });
  }
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as {
      name: string;
    }[];
    for (const { name } of tables) {
      const statement = database.prepare(`SELECT * FROM "${name.replaceAll('"', '""')}"`);
      yield* statement.iterate() as Iterable<Record<string, unknown>>;
    }
  } catch (error) {
    throw new Failure('storage', `Could not read ${path}: ${messageOf(error)}`, { cause: error });
  } finally {
    database.close();
  }
}
