import type { Event } from './events.ts';

/**
 * One JSON document that all windows of an editor share. Implemented in src/node/files/sharedFile.ts with an atomic write,
 * a lock around `update` and a watcher on the folder.
 */
export interface SharedFile<T> {
  /** The parsed document, or its empty form where there is no file. Rejects with `malformed` (the file is left as it is) or `storage`. */
  read(): Promise<T>;
  /** Reads, changes and writes under the lock; resolves with what is stored then. Returning the same object writes nothing. */
  update(change: (current: T) => T): Promise<T>;
  /** Somebody, perhaps in another window, has written the file. */
  readonly onDidChange: Event<void>;
}
