import { type FSWatcher, mkdirSync, watch } from 'node:fs';
import type { Disposable } from '../../core/disposables.ts';
import { Emitter, type Event } from '../../core/events.ts';
import { messageOf } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';

/** One atomic write makes several events. */
const quietMs = 20;

interface FolderWatchOptions {
  readonly folder: string;
  /** Whether a file of this name matters. Where the system names none, all do. */
  readonly isOurs: (name: string) => boolean;
  readonly log: Log;
}

/** Tells that files of a folder have changed, in whichever process. The folder is made, and watched while somebody listens. */
export class FolderWatch implements Disposable {
  readonly #options: FolderWatchOptions;
  readonly #changes: Emitter<void>;
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #listeners = 0;

  constructor(options: FolderWatchOptions) {
    this.#options = options;
    this.#changes = new Emitter((error) => {
      options.log.error(`Listener of ${options.folder}: ${messageOf(error)}`);
    });
  }

  readonly onDidChange: Event<void> = (listener) => {
    const subscription = this.#changes.event(listener);
    if (this.#listeners++ === 0) this.#watch();
    let disposed = false;
    return {
      dispose: () => {
        if (disposed) return;
        disposed = true;
        subscription.dispose();
        if (--this.#listeners === 0) this.#unwatch();
      },
    };
  };

  dispose(): void {
    this.#unwatch();
    this.#changes.dispose();
  }

  /** The folder, not a file: each atomic write puts another file in its place. */
  #watch(): void {
    const { folder, isOurs, log } = this.#options;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      this.#watcher = watch(folder, { persistent: false }, (_, changed) => {
        if (changed === null || isOurs(changed)) this.#changed();
      });
      this.#watcher.on('error', (error) => {
        log.warn(`No longer watching ${folder}: ${messageOf(error)}`);
      });
    } catch (error) {
      log.warn(`Could not watch ${folder}: ${messageOf(error)}`);
    }
  }

  #unwatch(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #changed(): void {
    // Not set anew by later events: a file that is written all the time must still be told about.
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#changes.fire();
    }, quietMs).unref();
  }
}
