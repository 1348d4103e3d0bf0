import type { Memento } from 'vscode';
import * as z from 'zod/mini';

/** What the report says of a connection that has moved, after its entry has left the settings too. It holds no token. */
export interface KeptRow {
  readonly uuid: string;
  /** Markdown: where the entry stood. */
  readonly place: string;
  /** Markdown: what became of it. */
  readonly result: string;
}

/** Nobody had more connections in the settings. */
const mostKept = 200;
const key = 'migration.moved';
const schema = z.array(z.object({ uuid: z.string(), place: z.string(), result: z.string() }));

/** Rows of all migrations on this machine, in the order of the first. They are written in the language of that time. */
export class KeptRows {
  readonly #memory: Pick<Memento, 'get' | 'update'>;

  constructor(memory: Pick<Memento, 'get' | 'update'>) {
    this.#memory = memory;
  }

  list(): readonly KeptRow[] {
    return schema.safeParse(this.#memory.get(key)).data ?? [];
  }

  /** Adds rows. A connection that has moved again has the newer row. */
  async keep(rows: readonly KeptRow[]): Promise<void> {
    if (rows.length === 0) return;
    const newer = new Map(rows.map((row) => [row.uuid, row]));
    const before = this.list();
    const known = new Set(before.map(({ uuid }) => uuid));
    const merged = [
      ...before.map((row) => newer.get(row.uuid) ?? row),
      ...[...newer.values()].filter(({ uuid }) => !known.has(uuid)),
    ];
    await this.#memory.update(key, merged.slice(-mostKept));
  }
}
