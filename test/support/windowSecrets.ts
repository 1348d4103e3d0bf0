import assert from 'node:assert/strict';
import { Emitter } from '../../src/core/events.ts';
import type { SecretStore } from '../../src/core/connections/tokenStore.ts';

/** The storage of the editor's server build: one blob with all secrets. */
export interface SecretBlob {
  secrets: ReadonlyMap<string, string>;
}

/**
 * The secret store of one window as the server build has it (measured): it loads the blob once, never sees what other
 * windows store, and each store writes its own copy of all secrets back.
 */
export class WindowSecrets implements SecretStore {
  readonly #blob: SecretBlob;
  readonly #own: Map<string, string>;
  readonly #changes = new Emitter<{ readonly key: string }>(assert.ifError);

  constructor(blob: SecretBlob) {
    this.#blob = blob;
    this.#own = new Map(blob.secrets);
  }

  readonly onDidChange = this.#changes.event;

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.#own.get(key));
  }

  store(key: string, value: string): Promise<void> {
    this.#own.set(key, value);
    return this.#save(key);
  }

  delete(key: string): Promise<void> {
    this.#own.delete(key);
    return this.#save(key);
  }

  #save(key: string): Promise<void> {
    this.#blob.secrets = new Map(this.#own);
    this.#changes.fire({ key });
    return Promise.resolve();
  }
}

/** The secret store as the desktop has it: all windows share one, and each hears of the others' changes. */
export function sharedSecrets(): () => SecretStore {
  const secrets = new Map<string, string>();
  const changes = new Emitter<{ readonly key: string }>(assert.ifError);
  return () => ({
    onDidChange: changes.event,
    get: (key) => Promise.resolve(secrets.get(key)),
    store: (key, value) => {
      secrets.set(key, value);
      changes.fire({ key });
      return Promise.resolve();
    },
    delete: (key) => {
      secrets.delete(key);
      changes.fire({ key });
      return Promise.resolve();
    },
  });
}
