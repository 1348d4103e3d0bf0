import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { Failure } from '../core/failures.ts';
import { parse, parseJson } from '../core/parsing.ts';

/** The data of a key, without its secret, which is shown only once, when the key is created. */
export interface RelayKey {
  readonly id: string;
  readonly name: string;
  /** Keys of the projects whose push events its owner may receive. */
  readonly projects: readonly string[];
  /** All times are in milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  readonly revokedAt: number | undefined;
}

interface NewKey {
  readonly name: string;
  readonly projects: readonly string[];
  readonly expiresAt?: number | undefined;
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
const isLive = 'revokedAt IS NULL AND (expiresAt IS NULL OR expiresAt > ?)';

/**
 * The keys with which editors subscribe. Only their hashes are stored, so that the data do not give access to the
 * relay.
 */
export class RelayKeys {
  readonly #db: DatabaseSync;
  readonly #now: () => number;

  constructor(db: DatabaseSync, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Creates a key. The caller shows the returned `key` to the user; it is not stored. */
  create({ name, projects, expiresAt }: NewKey): { readonly key: string; readonly entry: RelayKey } {
    const key = `srk_${randomBytes(32).toString('base64url')}`;
    const id = randomUUID().slice(0, 8);
    const createdAt = this.#now();
    this.#db
      .prepare('INSERT INTO keys (id, hash, name, projects, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?, ?)')
      .run(id, hashOf(key), name, JSON.stringify(projects), createdAt, expiresAt ?? null);
    return { key, entry: { id, name, projects, createdAt, expiresAt, revokedAt: undefined } };
  }

  /** Returns all keys, also revoked and expired ones, oldest first. */
  list(): readonly RelayKey[] {
    return this.#db.prepare(`SELECT ${columns} FROM keys ORDER BY createdAt, id`).all().map(keyOf);
  }

  /** Returns the data of the key that a subscriber presents; undefined if it is unknown, revoked or expired. */
  find(key: string): RelayKey | undefined {
    const row = this.#db
      .prepare(`SELECT ${columns} FROM keys WHERE hash = ? AND ${isLive}`)
      .get(hashOf(key), this.#now());
    return row === undefined ? undefined : keyOf(row);
  }

  /** Returns the ids of the keys that are neither revoked nor expired. */
  live(): ReadonlySet<string> {
    const rows = this.#db.prepare(`SELECT id FROM keys WHERE ${isLive}`).all(this.#now());
    return new Set(rows.map((row) => parse(z.object({ id: z.string() }), row, 'Relay key').id));
  }

  /**
   * Revokes a key and returns its data. A key that is already revoked keeps its first date.
   * @throws {Failure} `notFound` for an unknown id
   */
  revoke(id: string): RelayKey {
    this.#db.prepare('UPDATE keys SET revokedAt = coalesce(revokedAt, ?) WHERE id = ?').run(this.#now(), id);
    const revoked = this.list().find((key) => key.id === id);
    if (!revoked) throw new Failure('notFound', `There is no relay key ${id}`);
    return revoked;
  }
}

/** Returns the hash of a key. A slow hash is unnecessary, because a key has 256 random bits. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function keyOf(row: unknown): RelayKey {
  const { projects, expiresAt, revokedAt, ...rest } = parse(rowSchema, row, 'Relay key');
  return {
    ...rest,
    projects: parse(z.array(z.string()), parseJson(projects, 'Relay key'), 'Relay key'),
    expiresAt: expiresAt ?? undefined,
    revokedAt: revokedAt ?? undefined,
  };
}
