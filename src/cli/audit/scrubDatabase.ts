import { closeSync, constants, existsSync, lstatSync, rmSync } from 'node:fs';
import type { DatabaseSync, SqlValue } from 'node:sqlite';
import { Failure, messageOf } from '../../core/failures.ts';
import { openInside, realPathInside, UnsafePath } from '../../node/files/realPath.ts';
import { openDatabase, quoted } from './database.ts';
import { markerOf, type StoredFile } from './places.ts';
import { requireOwn, requireSame } from './scrubFile.ts';
import type { Scrub } from './scrubText.ts';

/**
 * Replaces each text and each BLOB in the tables of a database by what `scrub` returns for it, in one transaction, and
 * then rewrites the database, so that no free page, log or journal has an old value. A process that is killed before
 * the end of the transaction leaves the old database; after one that is killed later, `isHalfCleared` is true until
 * another run ends.
 *
 * @throws {UnsafePath} as `scrubFile`, also for the log and the journal of the database.
 * @throws {Failure} `busy` while another program has it open, `storage` for any other fault.
 */
export function scrubDatabase(home: string, file: StoredFile, scrub: Scrub): void {
  requireFit(home, file);
  const marker = markerOf(file.path);
  let isClear = !existsSync(marker);
  if (isClear)
    closeSync(openInside(home, marker, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600));
  let isChanged = false;
  let database: DatabaseSync | undefined;
  try {
    database = openDatabase(file.path, { readOnly: false });
    begin(database, home, file);
    replaceIn(database, scrub);
    database.exec('COMMIT');
    isChanged = true;
    isClear = false;
    clearFreePages(database);
    isClear = true;
  } catch (error) {
    throw error instanceof UnsafePath ? error : failureOf(error, isChanged);
  } finally {
    database?.close();
    if (isClear) rmSync(marker, { force: true });
  }
}

/** @throws {UnsafePath} for a link, a file with several names or of another user, and a database that changed since it was read. */
function requireFit(home: string, { path, identity, log }: StoredFile): void {
  for (const suffix of ['', '-wal', '-journal', '-shm']) {
    const stats = lstatSync(realPathInside(home, path + suffix), { bigint: true, throwIfNoEntry: false });
    if (stats !== undefined) requireOwn(path + suffix, stats);
    if (suffix === '') requireSame(path, stats, identity);
    // Opening a database, also for reading, makes an empty log.
    if (suffix === '-wal' && (stats?.size || log?.size)) requireSame(path + suffix, stats, log);
  }
}

/** With this mode of locking, SQLite also refuses a database that another program has open without using it. */
function begin(database: DatabaseSync, home: string, file: StoredFile): void {
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF');
  database.exec('BEGIN EXCLUSIVE');
  requireFit(home, file);
  const [main] = database.prepare('PRAGMA database_list').all() as { readonly file: string }[];
  if (main?.file !== realPathInside(home, file.path))
    throw new UnsafePath(`${file.path} was replaced while it was opened`);
}

function replaceIn(database: DatabaseSync, scrub: Scrub): void {
  const { encoding } = database.prepare('PRAGMA encoding').get() as { readonly encoding: string };
  if (encoding !== 'UTF-8') throw new Error(`its texts are ${encoding}`);
  const schema = database.prepare('SELECT type, name, rootpage, sql FROM sqlite_schema').all() as {
    readonly type: string;
    readonly name: string;
    readonly rootpage: number;
    readonly sql: string;
  }[];
  const tables = schema.filter(({ type }) => type === 'table');
  const special = tables.find(({ rootpage }) => rootpage === 0);
  // For example, a full-text index stores the words of a value in its own format.
  if (special !== undefined) throw new Error(`its table ${special.name} has a form of its own`);
  database.function('scrubbed', { deterministic: true }, (bytes: Uint8Array, isBlob: number) =>
    scrub(bufferOf(bytes), isBlob === 1),
  );
  database.function('has_secret', { deterministic: true }, (bytes: Uint8Array | null, isBlob: number) => {
    // SQLite calls it before it knows the other side of AND.
    if (bytes === null) return 0;
    const before = bufferOf(bytes);
    return scrub(before, isBlob === 1) === before ? 0 : 1;
  });
  // A trigger could change the times of a row, or write the old value into another table.
  const triggers = schema.filter(({ type }) => type === 'trigger');
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${quoted(name)}`);
  for (const { name } of tables) replaceInTable(database, name);
  // Not `exec`, which would also run what a prepared file has behind the first statement.
  for (const { sql } of triggers) database.prepare(sql).run();
}

/** Changes each row that has a secret by its own statement: Node keeps the arguments of SQL functions until it ends. */
function replaceInTable(database: DatabaseSync, name: string): void {
  const columns = database.prepare(`PRAGMA table_xinfo(${quoted(name)})`).all() as unknown as TableColumn[];
  const table = quoted(name);
  const key = keyOf(database, name, columns);
  // The others are computed from these.
  const stored = columns.filter(({ hidden }) => hidden === 0).map((column) => quoted(column.name));
  const flag = stored.map(hasSecret).join(' OR ');
  const names = key.map((column, index) => `${column} AS k${index}`);
  const find = database.prepare(`SELECT ${flag} AS has, ${names.join(', ')} FROM ${table}`);
  find.setReadBigInts(true);
  const found: SqlValue[][] = [];
  for (const row of find.iterate() as Iterable<Record<string, SqlValue>>) {
    const { has, ...values } = row;
    if (has === 1n) found.push(Object.values(values));
  }
  if (found.length === 0) return;
  const sets = stored.map((column) => `${column} = ${scrubbedColumn(column)}`);
  const update = database.prepare(
    `UPDATE ${table} SET ${sets.join(', ')} WHERE ${key.map((column) => `${column} IS ?`).join(' AND ')}`,
  );
  for (const values of found)
    if (update.run(...values).changes !== 1)
      throw new Error(`a row of its table ${name} was not found again`);
}

interface TableColumn {
  readonly name: string;
  readonly hidden: number;
  /** Its place in the primary key, 0 outside of it. */
  readonly pk: number;
}

function keyOf(database: DatabaseSync, name: string, columns: readonly TableColumn[]): string[] {
  const { wr } = database.prepare('SELECT wr FROM pragma_table_list WHERE name = ?').get(name) as {
    readonly wr: number;
  };
  if (wr === 1) return columns.filter(({ pk }) => pk > 0).map((column) => quoted(column.name));
  const names = columns.map((column) => column.name.toLowerCase());
  return ['rowid', '_rowid_', 'oid'].filter((alias) => !names.includes(alias)).slice(0, 1);
}

/** Values pass as bytes, because texts may have bytes that are not UTF-8. */
const args = (column: string): string => `CAST(${column} AS BLOB), typeof(${column}) = 'blob'`;
const hasSecret = (column: string): string =>
  `(typeof(${column}) IN ('text', 'blob') AND has_secret(${args(column)}))`;
const scrubbedColumn = (column: string): string =>
  `CASE typeof(${column}) WHEN 'text' THEN CAST(scrubbed(${args(column)}) AS TEXT)
    WHEN 'blob' THEN scrubbed(${args(column)}) ELSE ${column} END`;

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Pages that are rebuilt while rows change may keep old bytes, so `secure_delete` alone does not do. */
function clearFreePages(database: DatabaseSync): void {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.exec('VACUUM');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

function failureOf(error: unknown, isChanged: boolean): Failure {
  const code = (error as { readonly errcode?: number }).errcode ?? 0;
  // SQLITE_BUSY, with its more detailed forms in the higher bytes.
  if ((code & 0xff) === 5)
    return new Failure('busy', 'another program has it open: close that program', { cause: error });
  const text = isChanged
    ? `its rows are changed, but its free pages may have old values (${messageOf(error)}): run the command again`
    : messageOf(error);
  return new Failure('storage', text, { cause: error });
}
