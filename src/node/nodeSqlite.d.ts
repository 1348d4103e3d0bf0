/** The used part of Node 24's `node:sqlite`. The project's types are those of the oldest Node, which lacks it. */
declare module 'node:sqlite' {
  export type SqlValue = null | number | bigint | string | Uint8Array;

  export interface StatementSync {
    run(...values: SqlValue[]): { changes: number; lastInsertRowid: number };
    get(...values: SqlValue[]): unknown;
    all(...values: SqlValue[]): unknown[];
    iterate(...values: SqlValue[]): Iterable<unknown>;
    setReadBigInts(enabled: boolean): void;
  }

  export class DatabaseSync {
    constructor(
      path: string,
      options?: { readonly readOnly?: boolean; readonly enableForeignKeyConstraints?: boolean },
    );
    exec(sql: string): void;
    prepare(sql: string): StatementSync;
    function(
      name: string,
      options: { readonly deterministic: boolean },
      run: (...values: never[]) => SqlValue,
    ): void;
    close(): void;
  }
}
