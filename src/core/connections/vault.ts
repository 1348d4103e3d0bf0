import * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../disposables.ts';
import { Emitter, type Event } from '../events.ts';
import { Failure, messageOf } from '../failures.ts';
import type { Log } from '../log.ts';
import { parse, parseJson } from '../parsing.ts';
import type { SecretExchange } from './secretExchange.ts';

/** What the vault needs of the editor's `SecretStorage`. */
export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  /** Absent in hosts with a single window. */
  readonly onDidChange?: Event<{ readonly key: string }>;
}

const secretSchema = z.object({
  token: z.string().check(z.minLength(1)),
  origin: z.string(),
  /** When the token expires, as the platform said it; absent: it said nothing, or never. */
  expires: z.optional(z.string()),
});

/** A token and the only origin it may be sent to. */
export type Secret = Readonly<z.output<typeof secretSchema>>;

interface VaultOptions {
  readonly secrets: SecretStore;
  /** The other windows. */
  readonly exchange: SecretExchange;
  readonly log: Log;
}

/** Begins the key of each connection's secret; its uuid follows. */
export const secretPrefix = 'connection/';

/**
 * The tokens of the connections, one secret each, under the uuid. In some editors each window writes its own copy of
 * *all* secrets back and wipes what another window stored: so every window remembers what it has read, and one that
 * misses a secret asks the others to store it again before it gives up.
 */
export class Vault implements Disposable {
  readonly #secrets: SecretStore;
  readonly #exchange: SecretExchange;
  readonly #log: Log;
  readonly #known = new Map<string, Secret>();
  /** Nobody answered for these: not asked again before something changes. */
  readonly #missing = new Set<string>();
  readonly #reading = new Map<string, Promise<Secret | undefined>>();
  readonly #changes: Emitter<string>;
  readonly #scope = new DisposableStore();

  constructor({ secrets, exchange, log }: VaultOptions) {
    this.#secrets = secrets;
    this.#exchange = exchange;
    this.#log = log;
    this.#changes = this.#scope.add(
      new Emitter((error) => {
        log.error(`Listener of the secrets: ${messageOf(error)}`);
      }),
    );
    this.onDidChange = this.#changes.event;
    this.#scope.add(exchange.onDidRequest((uuid) => void this.#storeAgain(uuid)));
    this.#scope.add(exchange.onDidChange((uuid) => void this.#reread(uuid)));
    const changes = secrets.onDidChange?.(({ key }) => {
      if (key.startsWith(secretPrefix)) void this.#reread(key.slice(secretPrefix.length));
    });
    if (changes) this.#scope.add(changes);
  }

  /** The uuid of a connection whose token is another, or gone. */
  readonly onDidChange: Event<string>;

  /**
   * The token of a connection, undefined where there is none. Rejects with `wrongOrigin` where it was stored for another
   * origin, `malformed` where the secret cannot be read, `storage` where the secret store fails.
   */
  async get(uuid: string, origin: string): Promise<string | undefined> {
    const secret = this.#known.get(uuid) ?? (await this.#readOnce(uuid));
    if (!secret) return undefined;
    if (secret.origin !== origin)
      throw new Failure('wrongOrigin', `The token of connection ${uuid} belongs to ${secret.origin}`);
    return secret.token;
  }

  /** When a token that this window has read expires. */
  expiryOf(uuid: string): string | undefined {
    return this.#known.get(uuid)?.expires;
  }

  /** What the secret store itself holds, whatever this or another window remembers. Rejects as `get`. */
  async readStored(uuid: string): Promise<Secret | undefined> {
    const what = `Secret of connection ${uuid}`;
    const text = await this.#guard(`${what} could not be read`, () => this.#secrets.get(secretPrefix + uuid));
    return text === undefined ? undefined : parse(secretSchema, parseJson(text, what), what);
  }

  /** Stores and reads back. Rejects with `storage` where the secret is not there afterwards. */
  async store(uuid: string, secret: Secret): Promise<void> {
    const checked = parse(secretSchema, secret, `Secret of connection ${uuid}`);
    await this.#write(uuid, checked);
    this.#remember(uuid, checked);
    await this.#exchange.announce(uuid);
  }

  /** Rejects with `storage`. */
  async delete(uuid: string): Promise<void> {
    await this.#guard(`Secret of connection ${uuid} could not be deleted`, () =>
      this.#secrets.delete(secretPrefix + uuid),
    );
    this.#remember(uuid, undefined);
    await this.#exchange.announce(uuid);
  }

  dispose(): void {
    this.#scope.dispose();
    this.#known.clear();
  }

  /** One reading at a time for each secret: many callers start at once and all want the same. */
  #readOnce(uuid: string): Promise<Secret | undefined> {
    const running = this.#reading.get(uuid);
    if (running) return running;
    const reading: Promise<Secret | undefined> = this.#readOrAsk(uuid)
      .then((secret) => {
        // Stored or deleted meanwhile: what was read is older than what is known.
        if (this.#reading.get(uuid) !== reading) return this.#known.get(uuid);
        if (secret) this.#known.set(uuid, secret);
        else this.#missing.add(uuid);
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
    if (secret || this.#missing.has(uuid) || !(await this.#exchange.request(uuid))) return secret;
    return this.readStored(uuid);
  }

  async #write(uuid: string, secret: Secret): Promise<void> {
    const what = `Secret of connection ${uuid}`;
    const text = JSON.stringify(secret);
    await this.#guard(`${what} could not be stored`, () => this.#secrets.store(secretPrefix + uuid, text));
    const stored = await this.#guard(`${what} could not be read`, () =>
      this.#secrets.get(secretPrefix + uuid),
    );
    if (stored !== text) throw new Failure('storage', `${what} is not there after it was stored`);
  }

  /** Another window misses what this one remembers. */
  async #storeAgain(uuid: string): Promise<void> {
    try {
      const secret = this.#known.get(uuid) ?? (await this.readStored(uuid));
      if (!secret) return;
      await this.#write(uuid, secret);
      await this.#exchange.answer(uuid);
    } catch (error) {
      this.#log.warn(messageOf(error));
    }
  }

  /** Somebody has written the secret, perhaps we ourselves. */
  async #reread(uuid: string): Promise<void> {
    try {
      this.#remember(uuid, await this.readStored(uuid));
    } catch (error) {
      // Kept: an unreadable store is no proof that the token is gone.
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

  async #guard<T>(what: string, work: () => PromiseLike<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // The store's own message may quote what it was given.
      throw new Failure('storage', what, { cause: error });
    }
  }
}
