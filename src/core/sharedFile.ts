import type { Event } from './events.ts';

/**
 * One JSON document that all windows of an editor share. `src/node/files/storedJson.ts` implements it with an atomic
 * write, a lock around `update` and a watcher on the folder.
 */
export interface SharedFile<T> {
  /**
   * Returns the parsed document, which the caller must not change, or its empty form if the file does not exist.
   * Rejects with `storage`, or with `malformed`, which leaves the file unchanged.
   */
  read(): Promise<T>;
  /** Changes the document under the lock and resolves with it. It writes only if `change` returns another object. */
  update(change: (current: T) => T): Promise<T>;
  /** Fires when this or another window has written the file. */
  readonly onDidChange: Event<void>;
}
