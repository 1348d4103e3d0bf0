import type { Clock } from '../../clock.ts';
import { DisposableStore, type Disposable } from '../../disposables.ts';
import { Emitter } from '../../events.ts';
import { Failure, messageOf } from '../../failures.ts';
import type { Log } from '../../log.ts';
import type { SharedFile } from '../../sharedFile.ts';
import { adopt } from './adopt.ts';
import { emptyJournal, type Change, type Journal } from './journal.ts';
import { prune } from './prune.ts';

/** Where the journal is kept. */
export interface JournalFile extends SharedFile<Journal> {
  /** Puts an unreadable file out of the way, so that the journal can begin again. Rejects with `storage`. */
  setAside(): Promise<void>;
}

interface JournalStoreOptions {
  readonly file: JournalFile;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether this window polls the connection. */
  readonly leads: (connection: string) => boolean;
}

/** How often a disk that failed is tried again, milliseconds. */
const retryMs = 5000;
/** How often a lock that somebody holds or took away is tried again. */
const attempts = 3;

/** The journal as this window last saw it. While the disk fails, the window goes on from memory. */
export class JournalStore implements Disposable {
  readonly #options: JournalStoreOptions;
  readonly #scope = new DisposableStore();
  readonly #changed: Emitter<void>;
  #current: Journal = emptyJournal;
  /** Since when (as sequence of the last journal read) and why the disk fails. */
  #outage: { readonly base: number; readonly failure: Failure; readonly led: Set<string> } | undefined;
  #retry: Disposable | undefined;
  #last: Promise<unknown> = Promise.resolve();

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
    return this.#outage?.failure;
  }

  /** Whether no other window can know of this change, because it was never stored. */
  isOnlyHere({ id }: Change): boolean {
    return this.#outage !== undefined && id > this.#outage.base;
  }

  /** Whether other windows know of this change and this one cannot tell them what has become of it. */
  isOutOfReach(change: Change): boolean {
    return this.#outage !== undefined && !this.isOnlyHere(change);
  }

  /** Never rejects: what cannot be read is `storageFailure`. */
  async load(): Promise<void> {
    // What is only in memory comes to the disk by the next update, never the other way round.
    if (this.#outage) return;
    try {
      const journal = await this.#options.file.read();
      // A write of ours may have ended meanwhile.
      if (journal.sequence > this.#current.sequence) this.#accept(journal, undefined);
    } catch (error) {
      // Until a damaged file is written anew, all that it held goes with the last window.
      if (Failure.is(error, 'malformed')) await this.update((journal) => ({ ...journal }));
      else this.#accept(this.#current, this.#failureOf(error));
    }
  }

  /**
   * Changes the journal of all windows and resolves with what it is then. Rejects only where `change` throws: where the
   * disk fails, the change is made in memory; where other windows keep the file locked, it is not made at all.
   */
  update(change: (journal: Journal) => Journal): Promise<Journal> {
    // One after the other: what an outage left in memory goes to the disk once.
    const result = this.#last.then(() => this.#update(change));
    // A change that throws is a defect of its caller's and must not stop those behind it.
    this.#last = result.catch(() => undefined);
    return result;
  }

  dispose(): void {
    this.#retry?.dispose();
    this.#scope.dispose();
  }

  async #update(change: (journal: Journal) => Journal): Promise<Journal> {
    const step = (journal: Journal): Journal => {
      const after = change(journal);
      if (after === journal) return journal;
      return { ...prune(after, this.#options.clock.now()), sequence: after.sequence + 1 };
    };
    for (let attempt = 1; ; attempt++) {
      // A full disk can still be read: an outage begins with what all windows know.
      let latest = this.#current;
      try {
        const stored = await this.#orAnew(() =>
          this.#options.file.update((disk) => {
            const journal = this.#latest(disk);
            if (!this.#outage) latest = journal;
            return step(journal);
          }),
        );
        // While its answer was on the way, a newer journal may have been read.
        this.#accept(stored.sequence < this.#current.sequence ? this.#current : stored, undefined);
        return stored;
      } catch (error) {
        const failure = this.#failureOf(error);
        if (failure.code === 'busy') {
          if (attempt < attempts) continue;
          this.#options.log.warn(`Other windows keep the journal locked: ${failure.message}`);
          return this.#current;
        }
        if (!this.#outage) {
          // The outage begins before the change is made in memory, which asks what is out of reach.
          this.#current = latest;
          this.#accept(latest, failure);
        }
        this.#accept(step(latest), failure);
        return this.#current;
      }
    }
  }

  /** A file that cannot be read is nobody's journal: each living window has a copy to begin again with. */
  async #orAnew<T>(use: () => Promise<T>): Promise<T> {
    try {
      return await use();
    } catch (error) {
      if (!Failure.is(error, 'malformed')) throw error;
      this.#options.log.warn(`The journal begins again from memory: ${error.message}`);
      await this.#options.file.setAside();
      return use();
    }
  }

  #latest(disk: Journal): Journal {
    if (this.#outage && disk.sequence >= this.#outage.base) return adopt(disk, this.#current, this.#outage);
    return disk.sequence < this.#current.sequence ? this.#current : disk;
  }

  #failureOf(error: unknown): Failure {
    return Failure.is(error) ? error : new Failure('storage', messageOf(error), { cause: error });
  }

  #accept(journal: Journal, failure: Failure | undefined): void {
    const isSame = journal.sequence === this.#current.sequence && !failure === !this.#outage;
    const base = this.#outage?.base ?? this.#current.sequence;
    if (failure && !this.#outage) this.#options.log.warn(`Gates are kept in memory only: ${failure.message}`);
    this.#current = journal;
    this.#outage = failure && { base, failure, led: this.#outage?.led ?? new Set() };
    for (const { uuid } of failure ? journal.connections : [])
      if (this.#options.leads(uuid)) this.#outage?.led.add(uuid);
    this.#planRetry();
    if (!isSame && !this.#scope.isDisposed) this.#changed.fire();
  }

  /** What is known here alone comes to the disk as soon as it takes it, before other windows find out by themselves. */
  #planRetry(): void {
    this.#retry?.dispose();
    this.#retry = undefined;
    if (!this.#outage || this.#scope.isDisposed) return;
    this.#retry = this.#options.clock.setTimer(retryMs, () => {
      void this.update((journal) => ({ ...journal }));
    });
  }
}
