import {
  JetStreamApiCodes,
  JetStreamApiError,
  jetstreamManager,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { Kvm, type KV, type KvEntry } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Failure, messageOf } from '../../core/failures.ts';
import { parse, parseJson } from '../../core/parsing.ts';
import {
  hashOf,
  newRelayKey,
  type CreatedKey,
  type NewKey,
  type RelayKey,
  type RelayKeys,
  type StoredKey,
} from '../relayKeys.ts';

const bucketName = 'SERVICE_RELAY';
const keyPrefix = 'keys.';
/** Format of the bucket's entries. */
const format = '1';

/** Unknown keys make the relay read the bucket, but not more often than this: milliseconds. */
const unknownKeyMs = 1000;

const storedSchema = z.object({
  id: z.string(),
  hash: z.string(),
  name: z.string(),
  projects: z.array(z.string()),
  createdAt: z.number(),
  expiresAt: z.optional(z.number()),
  revokedAt: z.optional(z.number()),
});

/** The keys that relays share in a bucket of NATS. Each relay has a copy, and `live` checks that it is current. */
export class KvRelayKeys implements RelayKeys {
  readonly #kv: KV;
  readonly #manager: JetStreamManager;
  readonly #now: () => number;
  readonly #byHash = new Map<string, StoredKey>();
  /** Sequence of the bucket's stream that the copy has. */
  #sequence = -1;
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;
  /** Turns project keys into opaque ids. All relays of one bucket have the same. */
  readonly salt: string;

  private constructor(kv: KV, manager: JetStreamManager, now: () => number, salt: string) {
    this.#kv = kv;
    this.#manager = manager;
    this.#now = now;
    this.salt = salt;
  }

  /**
   * Opens the bucket, and creates it with a new salt if it does not exist.
   * @param replicas the number of NATS servers that store each key
   * @throws {Failure} `badRequest` for a bucket that deletes its entries; `storage` for one of a newer version
   */
  static async open(connection: NatsConnection, replicas: 1 | 3, now: () => number): Promise<KvRelayKeys> {
    const manager = await jetstreamManager(connection, { checkAPI: false });
    const kv = await openBucket(connection, replicas);
    const { streamInfo } = await kv.status();
    if (streamInfo.config.max_age !== 0)
      throw new Failure(
        'badRequest',
        `The NATS bucket ${bucketName} deletes its entries after a time (max_age)`,
      );
    const foundFormat = await firstValue(kv, 'format', format);
    if (foundFormat !== format)
      throw new Failure(
        'storage',
        `The NATS bucket ${bucketName} was written by a newer version of the relay`,
      );
    const salt = await firstValue(kv, 'salt', randomBytes(32).toString('base64url'));
    const keys = new KvRelayKeys(kv, manager, now, salt);
    await keys.#refresh();
    return keys;
  }

  async create(key: NewKey): Promise<CreatedKey> {
    const created = newRelayKey(key, this.#now());
    if (!(await this.add({ ...created.entry, hash: hashOf(created.key) })))
      throw new Failure('duplicate', `There is another relay key ${created.entry.id}`);
    return created;
  }

  /** Adds a key of another store. Resolves with false if the bucket has a key with its id. */
  async add(key: StoredKey): Promise<boolean> {
    try {
      await this.#kv.create(keyPrefix + key.id, JSON.stringify(key));
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
    this.#byHash.set(key.hash, key);
    return true;
  }

  async list(): Promise<readonly RelayKey[]> {
    await this.#refresh();
    return [...this.#byHash.values()]
      .map(withoutHash)
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  async find(key: string): Promise<RelayKey | undefined> {
    const hash = hashOf(key);
    if (!this.#byHash.has(hash)) {
      // Another process may have created the key a moment ago, after a read that is under way has begun. If that read
      // fails, the next one reports the same error.
      await this.#reading?.catch(() => undefined);
      const waitMs = this.#readAt + unknownKeyMs - performance.now();
      if (waitMs > 0) await pause(waitMs);
      await this.#refresh();
    }
    const entry = this.#byHash.get(hash);
    return entry && isLive(entry, this.#now()) ? withoutHash(entry) : undefined;
  }

  async live(): Promise<ReadonlySet<string>> {
    await this.#refresh();
    const now = this.#now();
    return new Set([...this.#byHash.values()].filter((entry) => isLive(entry, now)).map(({ id }) => id));
  }

  async revoke(id: string): Promise<RelayKey> {
    for (;;) {
      const found = /^[\w-]{1,64}$/.test(id) ? await this.#kv.get(keyPrefix + id) : null;
      if (!found) throw new Failure('notFound', `Relay key ${id} does not exist`);
      const entry = storedKeyOf(found);
      const revoked = { ...entry, revokedAt: entry.revokedAt ?? this.#now() };
      try {
        if (entry.revokedAt === undefined)
          await this.#kv.update(found.key, JSON.stringify(revoked), found.revision);
        this.#byHash.set(revoked.hash, revoked);
        return withoutHash(revoked);
      } catch (error) {
        // Another process has changed the entry at the same time: read it again.
        if (!isConflict(error)) throw error;
      }
    }
  }

  /**
   * Reads the bucket if it has changed. Calls during a read share its result.
   * @throws {Failure} `unavailable` if NATS does not answer
   */
  #refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    try {
      const { state } = await this.#manager.streams.info(`KV_${bucketName}`);
      this.#readAt = performance.now();
      if (state.last_seq === this.#sequence) return;
      for await (const entry of await this.#kv.history({ key: `${keyPrefix}*` })) {
        if (entry.operation !== 'PUT') continue;
        const stored = storedKeyOf(entry);
        this.#byHash.set(stored.hash, stored);
      }
      this.#sequence = state.last_seq;
    } catch (error) {
      if (Failure.is(error)) throw error;
      throw new Failure('unavailable', `NATS did not answer: ${messageOf(error)}`, { cause: error });
    }
  }
}

/** Opens the bucket. A bucket that exists keeps its number of replicas, which only its creation decides. */
async function openBucket(connection: NatsConnection, replicas: 1 | 3): Promise<KV> {
  const manager = new Kvm(connection);
  try {
    const bucket = await manager.open(bucketName, { allow_direct: false });
    await bucket.status();
    return bucket;
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound)) throw error;
    // Reads of followers (`allow_direct`) may miss a key that was just created.
    return await manager.create(bucketName, { replicas, history: 1, allow_direct: false });
  }
}

/** Returns the value of an entry. Stores `initial` if the entry does not exist, unless another relay stores a value first. */
async function firstValue(kv: KV, name: string, initial: string): Promise<string> {
  const found = await kv.get(name);
  if (found) return found.string();
  try {
    await kv.create(name, initial);
    return initial;
  } catch (error) {
    const other = isConflict(error) ? await kv.get(name) : null;
    if (!other) throw error;
    return other.string();
  }
}

function isLive({ revokedAt, expiresAt }: StoredKey, now: number): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt > now);
}

function isConflict(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamWrongLastSequence;
}

function storedKeyOf(entry: KvEntry): StoredKey {
  const { expiresAt, revokedAt, ...rest } = parse(
    storedSchema,
    parseJson(entry.string(), 'Relay key'),
    'Relay key',
  );
  return { ...rest, expiresAt, revokedAt };
}

function withoutHash({ id, name, projects, createdAt, expiresAt, revokedAt }: StoredKey): RelayKey {
  return { id, name, projects, createdAt, expiresAt, revokedAt };
}
