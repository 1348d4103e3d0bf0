import type { Event } from './events.ts';

/** One JSON document of all windows. `src/node/files/storedJson.ts` writes atomically, locks `update` and watches. */
export interface SharedFile<T> {
  /** Returns the document, not to be changed; empty without a file. Rejects with `storage` or `malformed`. */
  read(): Promise<T>;
  /** Changes the document under the lock and resolves with it. It writes only if `change` returns another object. */
  update(change: (current: T) => T): Promise<T>;
  /** Fires when this or another window has written the file. */
  readonly onDidChange: Event<void>;
}
