import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Failure } from '../core/failures.ts';

/** The data of a key, without its secret, which is shown only once, when the key is created. */
export interface RelayKey {
  readonly id: string;
  readonly name: string;
  /** Keys of the projects whose push events its owner may receive. */
  readonly projects: readonly string[];
  /** All times are in milliseconds since the epoch. */
  readonly createdAt: number;
  /** Undefined: the key does not expire. */
  readonly expiresAt: number | undefined;
  readonly revokedAt: number | undefined;
}

export interface StoredKey extends RelayKey {
  /** Result of `hashOf`. */
  readonly hash: string;
}

export type NewKey = Pick<RelayKey, 'name' | 'projects'> & Partial<Pick<RelayKey, 'expiresAt'>>;

export interface CreatedKey {
  /** The secret. It is not stored, so the caller shows it to the user. */
  readonly key: string;
  readonly entry: RelayKey;
}

/**
 * The keys with which editors subscribe. Only their hashes are stored, so that the data do not give access to the
 * relay. All methods reject with `unavailable` while a shared store cannot be reached.
 */
export interface RelayKeys {
  create(key: NewKey): Promise<CreatedKey>;
  /** Resolves with all keys, also revoked and expired ones, oldest first. */
  list(): Promise<readonly RelayKey[]>;
  /** Resolves with the data of the key that a subscriber presents; undefined if it is unknown, revoked or expired. */
  find(key: string): Promise<RelayKey | undefined>;
  /** Resolves with the ids of the keys that are neither revoked nor expired. */
  live(): Promise<ReadonlySet<string>>;
  /**
   * Revokes a key and resolves with its data. A key that is already revoked keeps its first date.
   * @throws {Failure} `notFound` for an unknown id
   */
  revoke(id: string): Promise<RelayKey>;
}

/** The handshake names the projects of a key, 25 bytes each, and an editor accepts 1 MiB. NATS stores as much per key. */
export const mostProjects = 20_000;

/**
 * Returns a new key with 256 random bits.
 * @param now milliseconds since the epoch
 * @throws {Failure} `badRequest` for more than `mostProjects` projects
 */
export function newRelayKey({ name, projects, expiresAt }: NewKey, now: number): CreatedKey {
  if (projects.length > mostProjects)
    throw new Failure('badRequest', `A key covers at most ${mostProjects} projects: create several keys`);
  return {
    key: `srk_${randomBytes(32).toString('base64url')}`,
    entry: { id: randomUUID().slice(0, 8), name, projects, createdAt: now, expiresAt, revokedAt: undefined },
  };
}

/** Returns the hash of a key. A slow hash is unnecessary, because a key has 256 random bits. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
