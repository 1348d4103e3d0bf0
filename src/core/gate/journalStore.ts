import type { Clock } from '../clock.ts';
import type { Disposable } from '../disposables.ts';
import { DisposableStore } from '../disposables.ts';
import { Emitter } from '../events.ts';
import { Failure, messageOf } from '../failures.ts';
import type { Log } from '../log.ts';
import type { SharedFile } from '../sharedFile.ts';
import { emptyJournal, type Journal } from './journal.ts';
import { prune } from './prune.ts';

export interface JournalStoreOptions {
  readonly file: SharedFile<Journal>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The journal as this window last saw it. Where the disk fails, the window goes on alone from memory. */
export class JournalStore implements Disposable {
  readonly #options: JournalStoreOptions;
  readonly #scope = new DisposableStore();
  readonly #changed: Emitter<void>;
  #current: Journal = emptyJournal;
  #storageFailure: Failure | undefined;

  constructor(options: JournalStoreOptions) {
    this.#options = options;
    this.#changed = this.#scope.add(
      new Emitter<void>((error) => {
        options.log.error(`A listener of the journal failed: ${messageOf(error)}`);
      }),
    );
    this.#scope.add(options.file.onDidChange(() => void this.load()));
  }

  get onDidChange(): Emitter<void>['event'] {
    return this.#changed.event;
  }

  get current(): Journal {
    return this.#current;
  }

  /** Why the journal lives in memory only; undefined while the disk works. */
  get storageFailure(): Failure | undefined {
    return this.#storageFailure;
  }

  /** Never rejects: what cannot be read is `storageFailure`. */
  async load(): Promise<void> {
    try {
      this.#accept(await this.#options.file.read(), undefined);
    } catch (error) {
      this.#accept(this.#current, this.#failureOf(error));
    }
  }

  /** Changes the journal of all windows and resolves with what it is then. */
  async update(change: (journal: Journal) => Journal): Promise<Journal> {
    const step = (journal: Journal) => {
      const after = change(journal);
      return after === journal ? journal : prune(after, this.#options.clock.now());
    };
    try {
      this.#accept(await this.#options.file.update((disk) => step(this.#newer(disk))), undefined);
    } catch (error) {
      const failure = this.#failureOf(error);
      this.#accept(step(this.#current), failure);
    }
    return this.#current;
  }

  dispose(): void {
    this.#scope.dispose();
  }

  /** After a time without a disk, what this window learned meanwhile counts, unless others got further. */
  #newer(disk: Journal): Journal {
    return this.#storageFailure && this.#current.sequence > disk.sequence ? this.#current : disk;
  }

  #failureOf(error: unknown): Failure {
    if (!Failure.is(error)) throw error;
    if (!this.#storageFailure) this.#options.log.warn(`Gates are kept in memory only: ${error.message}`);
    return error;
  }

  #accept(journal: Journal, failure: Failure | undefined): void {
    const isSame = journal === this.#current && this.#storageFailure?.code === failure?.code;
    this.#current = journal;
    this.#storageFailure = failure;
    if (!isSame && !this.#scope.isDisposed) this.#changed.fire();
  }
}
