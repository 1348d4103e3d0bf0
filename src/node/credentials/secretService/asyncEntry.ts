import { SecretService } from './secretService.ts';

/**
 * An entry of the desktop's keyring. Its methods reject with a `Failure`.
 *
 * The methods, attributes and label are those of `@napi-rs/keyring`, which this program uses on Windows and macOS, and
 * used on Linux before. So each finds the entries that the other wrote.
 */
export class AsyncEntry {
  readonly #attributes: Readonly<Record<'service' | 'username', string>>;

  constructor(service: string, username: string) {
    this.#attributes = { service, username };
  }

  /** Returns the secret, or undefined if the keyring has no entry. */
  getPassword(): Promise<string | undefined> {
    return SecretService.use(process.env, async (keyring) => {
      const [item] = await keyring.findItems(this.#attributes);
      return item === undefined ? undefined : keyring.readSecret(item);
    });
  }

  /** Replaces the secret. */
  setPassword(secret: string): Promise<void> {
    return SecretService.use(process.env, async (keyring) => {
      const [item, ...others] = await keyring.findItems(this.#attributes);
      for (const other of others) await keyring.deleteItem(other);
      const { service, username } = this.#attributes;
      if (item !== undefined) await keyring.writeSecret(item, secret);
      else await keyring.createItem(`keyring:${username}@${service}`, this.#attributes, secret);
    });
  }

  /** Returns whether there was a secret. */
  deletePassword(): Promise<boolean> {
    return SecretService.use(process.env, async (keyring) => {
      const items = await keyring.findItems(this.#attributes);
      for (const item of items) await keyring.deleteItem(item);
      return items.length > 0;
    });
  }
}
