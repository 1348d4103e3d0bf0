import * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../disposables.ts';
import { Emitter, type Event } from '../events.ts';
import { Failure, messageOf } from '../failures.ts';
import { errorsTo, type Log } from '../log.ts';
import { parse, parseJson } from '../parsing.ts';
import type { SecretSync } from './secretSync.ts';

export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  /** Fires when a secret has changed. Absent in hosts with a single window. */
  readonly onDidChange?: Event<{ readonly key: string }>;
}

const secretSchema = z.object({
  token: z.string().check(z.minLength(1)),
  origin: z.string(),
  /** The token's expiry date in the format of the platform; absent if it is unknown or the token never expires. */
  expires: z.optional(z.string()),
});

/** A token and the only origin it may be sent to. */
export type Secret = Readonly<z.output<typeof secretSchema>>;

interface TokenStoreOptions {
  readonly secrets: SecretStore;
  /** Connects this window with the others. */
  readonly secretSync: SecretSync;
  readonly log: Log;
}

/** The prefix of the key of each connection's secret; the connection's uuid follows. */
export const secretPrefix = 'connection/';

/**
 * Stores the tokens of the connections, each as a secret under the connection's uuid. In some editors each window
 * writes back its own copy of *all* secrets, which erases those that another window stored. So every window remembers
 * the secrets that it has read, and a window that misses a secret first asks the others to store it again.
 */
export class TokenStore implements Disposable {
  readonly #secrets: SecretStore;
  readonly #secretSync: SecretSync;
  readonly #log: Log;
  readonly #known = new Map<string, Secret>();
  /** Uuids whose request found no secret. They are not requested again until their secret changes. */
  readonly #missing = new Set<string>();
  readonly #reading = new Map<string, Promise<Secret | undefined>>();
  readonly #changes: Emitter<string>;
  readonly #scope = new DisposableStore();

  constructor({ secrets, secretSync, log }: TokenStoreOptions) {
    this.#secrets = secrets;
    this.#secretSync = secretSync;
    this.#log = log;
    this.#changes = this.#scope.add(new Emitter(errorsTo(log, 'Listener of the secrets')));
    this.onDidChange = this.#changes.event;
    this.#scope.add(secretSync.onDidRequest((uuid) => void this.#storeAgain(uuid)));
    this.#scope.add(secretSync.onDidChange((uuid) => void this.#reread(uuid)));
    const changes = secrets.onDidChange?.(({ key }) => {
      if (key.startsWith(secretPrefix)) void this.#reread(key.slice(secretPrefix.length));
    });
    if (changes) this.#scope.add(changes);
  }

  readonly onDidChange: Event<string>;

  /**
   * Returns the token of a connection, or undefined. Rejects with `wrongOrigin` if it is stored for another origin,
   * with `malformed` if it cannot be parsed, and with `storage` if the secret store fails.
   */
  async get(uuid: string, origin: string): Promise<string | undefined> {
    const secret = this.#known.get(uuid) ?? (await this.#readOnce(uuid));
    if (!secret) return undefined;
    if (secret.origin !== origin)
      throw new Failure('wrongOrigin', `The token of connection ${uuid} belongs to ${secret.origin}`);
    return secret.token;
  }

  /** Returns the expiry date of a token that this window has read; undefined if it is unknown. */
  expiryOf(uuid: string): string | undefined {
    return this.#known.get(uuid)?.expires;
  }

  /** Returns the secret that the store has, not one that windows remember. Rejects with `malformed` or `storage`. */
  async readStored(uuid: string): Promise<Secret | undefined> {
    const text = await this.#readText(uuid);
    const what = nameOf(uuid);
    return text === undefined ? undefined : parse(secretSchema, parseJson(text, what), what);
  }

  /** Stores a secret and reads it back. Rejects with `storage` if that fails, with `malformed` for an empty token. */
  async store(uuid: string, secret: Secret): Promise<void> {
    const checked = parse(secretSchema, secret, nameOf(uuid));
    await this.#write(uuid, checked);
    this.#remember(uuid, checked);
    await this.#secretSync.announce(uuid);
  }

  /** Deletes a secret and tells the other windows. Rejects with `storage` if the secret store fails. */
  async delete(uuid: string): Promise<void> {
    await orFailure(`${nameOf(uuid)} could not be deleted`, () => this.#secrets.delete(secretPrefix + uuid));
    this.#remember(uuid, undefined);
    await this.#secretSync.announce(uuid);
  }

  dispose(): void {
    this.#scope.dispose();
    this.#known.clear();
  }

  /** Reads a secret, with one read at a time for each, because many callers request the same secret at once. */
  #readOnce(uuid: string): Promise<Secret | undefined> {
    const running = this.#reading.get(uuid);
    if (running) return running;
    const reading: Promise<Secret | undefined> = this.#readOrAsk(uuid)
      .then((secret) => {
        // The secret was stored or deleted meanwhile, so the value that was read is outdated.
        if (this.#reading.get(uuid) !== reading) return this.#known.get(uuid);
        if (!secret) {
          this.#missing.add(uuid);
          return undefined;
        }
        this.#known.set(uuid, secret);
        // Earlier callers were told that there is none.
        if (this.#missing.delete(uuid)) this.#changes.fire(uuid);
        return secret;
      })
      .finally(() => {
        if (this.#reading.get(uuid) === reading) this.#reading.delete(uuid);
      });
    this.#reading.set(uuid, reading);
    return reading;
  }

  async #readOrAsk(uuid: string): Promise<Secret | undefined> {
    const secret = await this.readStored(uuid);
    if (secret || this.#missing.has(uuid) || !(await this.#secretSync.request(uuid))) return secret;
    return this.readStored(uuid);
  }

  async #write(uuid: string, secret: Secret): Promise<void> {
    const what = nameOf(uuid);
    const text = JSON.stringify(secret);
    await orFailure(`${what} could not be stored`, () => this.#secrets.store(secretPrefix + uuid, text));
    const stored = await this.#readText(uuid);
    if (stored !== text) throw new Failure('storage', `${what} is not there after it was stored`);
  }

  #readText(uuid: string): Promise<string | undefined> {
    return orFailure(`${nameOf(uuid)} could not be read`, () => this.#secrets.get(secretPrefix + uuid));
  }

  /** Stores a secret again for a window that misses it, if this window knows it. */
  async #storeAgain(uuid: string): Promise<void> {
    try {
      const secret = this.#known.get(uuid) ?? (await this.readStored(uuid));
      if (!secret) return;
      await this.#write(uuid, secret);
      await this.#secretSync.answer(uuid);
    } catch (error) {
      this.#log.warn(messageOf(error));
    }
  }

  /** Reads a secret that a window, perhaps this one, has written. */
  async #reread(uuid: string): Promise<void> {
    try {
      this.#remember(uuid, await this.readStored(uuid));
    } catch (error) {
      // The window keeps the token that it knows: an unreadable store does not prove that the token was deleted.
      this.#log.warn(messageOf(error));
    }
  }

  #remember(uuid: string, secret: Secret | undefined): void {
    const before = this.#known.get(uuid);
    this.#missing.delete(uuid);
    this.#reading.delete(uuid);
    if (secret) this.#known.set(uuid, secret);
    else this.#known.delete(uuid);
    if (before?.token !== secret?.token || before?.origin !== secret?.origin) this.#changes.fire(uuid);
  }
}

const nameOf = (uuid: string) => `Secret of connection ${uuid}`;

async function orFailure<T>(what: string, work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // The store's message may quote the secret, and logs print causes. Only the kind of the error is kept.
    throw new Failure('storage', `${what} (${error instanceof Error ? error.name : typeof error})`);
  }
}
