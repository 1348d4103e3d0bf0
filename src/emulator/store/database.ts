import { randomUUID } from 'node:crypto';
import { DatabaseSync, type SqlValue, type StatementSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { Failure, messageOf } from '../../core/failures.ts';
import { parse, parseJson } from '../../core/parsing.ts';
import { createPrivateFile, ensurePrivateFile } from '../../node/files/openFile.ts';
import { migrations } from './schema.data.ts';

/** One embedded SQL file. Columns are named as the properties that read them; each row is read through a zod schema. */
export class Database {
  readonly #sqlite: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #depth = 0;

  /**
   * Opens and migrates the file, which only its owner can access when it is created here: it has the secrets of webhooks.
   * `:memory:` is a database of this process only.
   *
   * @throws {Failure} `busy` when another process uses the file.
   */
  constructor(path: string) {
    if (path !== ':memory:') ensurePrivateFile(path);
    this.#sqlite = new DatabaseSync(path);
    try {
      // An exclusive lock belongs to the process, so the system releases it whenever the process ends.
      this.#sqlite.exec('PRAGMA locking_mode = EXCLUSIVE');
      this.#sqlite.exec('PRAGMA journal_mode = WAL');
      // In WAL mode a commit is in the log, outside this process, before it is acknowledged, so kill -9 loses no data.
      this.#sqlite.exec('PRAGMA synchronous = NORMAL');
      this.#sqlite.exec('PRAGMA foreign_keys = ON');
      this.#migrate();
    } catch (error) {
      this.#sqlite.close();
      if (messageOf(error).includes('database is locked'))
        throw new Failure('busy', `${path} is in use by another process`, { cause: error });
      throw error;
    }
  }

  /** The format of the file: the number of applied migrations. */
  get formatVersion(): number {
    return this.get(userVersion, 'PRAGMA user_version')?.user_version ?? 0;
  }

  /** Returns the first row. @throws {Failure} `malformed` when it does not match the schema */
  get<S extends z.ZodMiniType>(row: S, sql: string, ...values: SqlValue[]): z.output<S> | undefined {
    const found = this.#prepare(sql).get(...values);
    return found === undefined ? undefined : parse(row, found, sql);
  }

  /** Returns all rows. @throws {Failure} `malformed` when one does not match the schema */
  all<S extends z.ZodMiniType>(row: S, sql: string, ...values: SqlValue[]): z.output<S>[] {
    return this.#prepare(sql)
      .all(...values)
      .map((found) => parse(row, found, sql));
  }

  /** Returns a page of the rows that `SELECT columns from ORDER BY order` finds, and the number of all of them. */
  page<S extends z.ZodMiniType>(
    row: S,
    { columns, from, order, values }: PagedQuery,
    page: PageRequest,
  ): Page<z.output<S>> {
    const total = this.get(totalRow, `SELECT count(*) AS total ${from}`, ...values)?.total ?? 0;
    const sql = `SELECT ${columns} ${from} ORDER BY ${order} LIMIT ? OFFSET ?`;
    return { total, items: this.all(row, sql, ...values, page.ps, offsetOf(page)) };
  }

  has(sql: string, ...values: SqlValue[]): boolean {
    return this.#prepare(sql).get(...values) !== undefined;
  }

  run(sql: string, ...values: SqlValue[]): number {
    return this.#prepare(sql).run(...values).changes;
  }

  /** Inserts a row given as a record. Table and columns come from our own code, never from a request. */
  insert(table: string, row: Row, onConflict = ''): void {
    const columns = Object.keys(row);
    this.run(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${placeholders(columns)}) ${onConflict}`,
      ...Object.values(row),
    );
  }

  /** As `insert`, but changes an existing row with the same `key` in place, so that references to it are kept. */
  upsert(table: string, key: string, row: Row): void {
    const changes = Object.keys(row).map((column) => `${column} = excluded.${column}`);
    this.insert(table, row, `ON CONFLICT (${key}) DO UPDATE SET ${changes.join(', ')}`);
  }

  /** Makes all changes of `work` or none. It is synchronous, so no request runs in between. Calls may be nested. */
  transaction<T>(work: () => T): T {
    if (this.#depth > 0) return work();
    this.#sqlite.exec('BEGIN IMMEDIATE');
    this.#depth++;
    try {
      const result = work();
      this.#sqlite.exec('COMMIT');
      return result;
    } catch (error) {
      this.#sqlite.exec('ROLLBACK');
      throw error;
    } finally {
      this.#depth--;
    }
  }

  /** Writes a complete, consistent copy to a new file that only its owner can access. */
  backup(path: string): void {
    // SQLite accepts an empty file.
    createPrivateFile(path);
    this.#prepare('VACUUM INTO ?').run(path);
  }

  close(): void {
    this.#statements.clear();
    this.#sqlite.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#sqlite.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #migrate(): void {
    this.transaction(() => {
      const version = this.formatVersion;
      if (version > migrations.length)
        throw new Failure(
          'storage',
          `The data has format ${version}, this program knows formats up to ${migrations.length}: it was written by a newer version`,
        );
      for (const migration of migrations.slice(version)) this.#sqlite.exec(migration);
      this.#sqlite.exec(`PRAGMA user_version = ${migrations.length}`);
      this.#statements.clear();
    });
  }
}

const userVersion = z.object({ user_version: z.number() });
const totalRow = z.object({ total: z.number() });

type Row = Readonly<Record<string, SqlValue>>;

interface PagedQuery {
  readonly columns: string;
  readonly from: string;
  readonly order: string;
  readonly values: readonly SqlValue[];
}

export interface Page<T> {
  readonly total: number;
  readonly items: readonly T[];
}

export interface PageRequest {
  /** Number of the page, from 1. */
  readonly p: number;
  readonly ps: number;
}

/** Returns how many items precede a page. A page below 1 is the first one, as on real servers. */
export const offsetOf = ({ p, ps }: PageRequest): number => Math.max(0, p - 1) * ps;

/** Parses a column that holds JSON. @throws {Failure} `malformed`, with the name of the column */
export const parseColumn = <S extends z.ZodMiniType>(schema: S, json: string, column: string): z.output<S> =>
  parse(schema, parseJson(json, column), column);

export const newId = (): string => randomUUID();

/** Returns `?, ?, ?` for a list of values in `IN (…)`. */
export const placeholders = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/** A condition of a search. */
export interface Criterion {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** Returns a condition with one value; none without the value. */
export const given = (sql: string, value: string | number | undefined): Criterion[] =>
  value === undefined ? [] : [{ sql, values: [value] }];

/** Returns the condition that a column has one of the values; none without values. */
export const isOneOf = (column: string, values: readonly string[] | undefined): Criterion[] =>
  values ? [{ sql: `${column} IN (${placeholders(values)})`, values }] : [];

export function whereAll(criteria: readonly Criterion[]): { sql: string; values: (string | number)[] } {
  const sql = `WHERE ${criteria.map((criterion) => criterion.sql).join(' AND ')}`;
  return { sql, values: criteria.flatMap(({ values }) => values) };
}
