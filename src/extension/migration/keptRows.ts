import * as z from 'zod/mini';
import type { StateMemory } from '../host/serialMemento.ts';

/** The report's row about a moved connection, kept after its entry has left the settings. It contains no token. */
export interface KeptRow {
  readonly uuid: string;
  /** The place of the entry in the settings. */
  readonly place: string;
  /** The result of the move, as text. */
  readonly result: string;
}

/** The maximum number of rows, larger than the number of connections in any user's settings. */
const mostKept = 200;
const key = 'migration.moved';
const schema = z.array(z.object({ uuid: z.string(), place: z.string(), result: z.string() }));

/**
 * Rows of all migrations on this machine, in the order of the first. Each row is in the language that the editor had at
 * that time.
 */
export class KeptRows {
  readonly #memory: StateMemory;

  constructor(memory: StateMemory) {
    this.#memory = memory;
  }

  list(): readonly KeptRow[] {
    return schema.safeParse(this.#memory.get(key)).data ?? [];
  }

  /** Adds rows. For a connection that has moved again the newer row is kept. */
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
