import { rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Disposable } from '../../core/disposables.ts';
import type { Event } from '../../core/events.ts';
import { Failure } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';
import { ParsedText, readStoredJson, updateStoredJson, type StoredJson } from './storedJson.ts';
import type { SharedFile } from '../../core/sharedFile.ts';
import { WorkQueue } from '../../core/workQueue.ts';
import { FolderWatch } from './folderWatch.ts';
import { withLock } from './locks/lock.ts';
import { retryWhileOpen } from './retryWhileOpen.ts';

interface JsonFileOptions<T> extends StoredJson<T> {
  readonly log: Log;
}

/** A JSON document on disk, shared by every process that opens the same path. See `SharedFile`. */
export class JsonFile<T> implements SharedFile<T>, Disposable {
  readonly #options: JsonFileOptions<T>;
  readonly #watch: FolderWatch;
  readonly onDidChange: Event<void>;
  /** The watcher reports the writes of this window too; they need no parsing. */
  readonly #parsed = new ParsedText<T>();
  /** Only one update of this window competes for the lock. */
  readonly #updates = new WorkQueue();

  constructor(options: JsonFileOptions<T>) {
    this.#options = options;
    const { path, log } = options;
    const name = basename(path);
    this.#watch = new FolderWatch({ folder: dirname(path), isOurs: (changed) => changed === name, log });
    this.onDidChange = this.#watch.onDidChange;
  }

  read(): Promise<T> {
    return readStoredJson(this.#options, this.#parsed);
  }

  update(change: (current: T) => T): Promise<T> {
    return this.#updates.run(() => updateStoredJson(this.#options, change, this.#parsed));
  }

  /** Renames a file that cannot be parsed to `….unreadable`. A valid file stays. Rejects with `storage`. */
  async setAside(): Promise<void> {
    const { path } = this.#options;
    await withLock(path, async () => {
      try {
        await this.read();
      } catch (error) {
        if (!Failure.is(error, 'malformed')) throw error;
        await retryWhileOpen(() => rename(path, `${path}.unreadable`)).catch((cause: unknown) => {
          throw new Failure('storage', `Could not move ${path}`, { cause });
        });
      }
    });
  }

  dispose(): void {
    this.#watch.dispose();
  }
}
