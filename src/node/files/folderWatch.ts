import { type FSWatcher, mkdirSync, watch } from 'node:fs';
import type { Disposable } from '../../core/disposables.ts';
import { Emitter, type Event } from '../../core/events.ts';
import { messageOf } from '../../core/failures.ts';
import { errorsTo, type Log } from '../../core/log.ts';

/** One atomic write causes several events. */
const quietMs = 20;

interface FolderWatchOptions {
  readonly folder: string;
  /** Whether changes of the file with this name are reported. Changes without a name are always reported. */
  readonly isOurs: (name: string) => boolean;
  readonly log: Log;
}

/** Reports changes in a folder by any process. Creates the folder, and watches it only for a listener. */
export class FolderWatch implements Disposable {
  readonly #options: FolderWatchOptions;
  readonly #changes: Emitter<void>;
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #listeners = 0;

  constructor(options: FolderWatchOptions) {
    this.#options = options;
    this.#changes = new Emitter(errorsTo(options.log, `Listener of ${options.folder}`));
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

  /** Watches the folder instead of a file, because each atomic write replaces the file. */
  #watch(): void {
    const { folder, isOurs, log } = this.#options;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      this.#watcher = watch(folder, { persistent: false }, (_, changed) => {
        if (changed === null || isOurs(changed)) this.#changed();
      });
      this.#watcher.on('error', (error) => log.warn(`No longer watching ${folder}: ${messageOf(error)}`));
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
    // Later events do not restart the timer: a file that is written constantly must still be reported.
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#changes.fire();
    }, quietMs).unref();
  }
}
