import type * as sqlite from 'node:sqlite';
import { Failure, messageOf } from '../../core/failures.ts';

export const hasSqlite = (): boolean => sqliteModule() !== undefined;

const sqliteModule = (): typeof sqlite | undefined =>
  process.getBuiltinModule('node:sqlite') as unknown as typeof sqlite | undefined;

/** Opens a database of SQLite, which must exist. The caller closes it. */
export function openDatabase(path: string, options: { readonly readOnly: boolean }): sqlite.DatabaseSync {
  const module = sqliteModule();
  if (!module) throw new Error('it needs Node 24, or the npm package "node" beside service-cli');
  // Values that two tables share change in both of them.
  return new module.DatabaseSync(path, { ...options, enableForeignKeyConstraints: false });
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Yields the rows of all tables, read-only. @throws {Failure} `storage` if Node lacks SQLite or the file is locked */
export function* databaseRows(path: string): Generator<Readonly<Record<string, unknown>>> {
  let database: sqlite.DatabaseSync | undefined;
  try {
    database = openDatabase(path, { readOnly: true });
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as {
      name: string;
    }[];
    for (const { name } of tables) {
      const statement = database.prepare(`SELECT * FROM ${quoted(name)}`);
      // A number that JavaScript cannot hold, such as nanoseconds, must not end the search.
      statement.setReadBigInts(true);
      yield* statement.iterate() as Iterable<Record<string, unknown>>;
    }
  } catch (error) {
    throw new Failure('storage', `Could not read ${path}: ${messageOf(error)}`, { cause: error });
  } finally {
    database?.close();
  }
}
