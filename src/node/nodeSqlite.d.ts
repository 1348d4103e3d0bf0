/**
 * The part of Node 24's `node:sqlite` that the store uses. The project's Node types are those of the oldest supported
 * engine, which does not have the module.
 */
declare module 'node:sqlite' {
  export type SqlValue = null | number | string | Uint8Array;

  export interface StatementSync {
    run(...values: SqlValue[]): { changes: number; lastInsertRowid: number };
    get(...values: SqlValue[]): unknown;
    all(...values: SqlValue[]): unknown[];
    iterate(...values: SqlValue[]): Iterable<unknown>;
  }

  export class DatabaseSync {
    constructor(path: string);
    exec(sql: string): void;
    prepare(sql: string): StatementSync;
    close(): void;
  }
}
