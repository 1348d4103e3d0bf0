import type { Clock } from '../../clock.ts';
import { DisposableStore, type Disposable } from '../../disposables.ts';
import { Emitter } from '../../events.ts';
import { Failure, messageOf } from '../../failures.ts';
import { errorsTo, type Log } from '../../log.ts';
import type { SharedFile } from '../../sharedFile.ts';
import { WorkQueue } from '../../workQueue.ts';
import { mergeOfflineJournal } from './mergeOfflineJournal.ts';
import { emptyJournal, type ChangeRecord, type Journal } from './journal.ts';

export interface JournalFile extends SharedFile<Journal> {
  /** Moves an unreadable file out of the way, so that a new journal can begin. Rejects with `storage`. */
  setAside(): Promise<void>;
}

interface JournalStoreOptions {
  readonly file: JournalFile;
  readonly clock: Clock;
  readonly log: Log;
  readonly leads: (connection: string) => boolean;
}

/** Milliseconds until the store tries to write again after the disk failed. */
const retryMs = 5000;
/** How often the store tries to get a lock that another window holds, or took away during the write. */
const attempts = 3;

/** The journal as this window last saw it. While the disk fails, the window continues with the journal in memory. */
export class JournalStore implements Disposable {
  readonly #options: JournalStoreOptions;
  readonly #scope = new DisposableStore();
  readonly #changed: Emitter<void>;
  #current: Journal = emptyJournal;
  /** Set while the disk fails: the sequence of the last stored journal, and the connections polled since then. */
  #outage: { readonly base: number; readonly failure: Failure; readonly led: Set<string> } | undefined;
  #retry: Disposable | undefined;
  /** Updates run one after the other, so that the changes of an outage are merged into the file once. */
  readonly #updates = new WorkQueue();

  constructor(options: JournalStoreOptions) {
    this.#options = options;
    this.#changed = this.#scope.add(
      new Emitter<void>(errorsTo(options.log, 'A listener of the journal failed')),
    );
    // Another window that writes during an outage shows that the disk works again. What this window has shown must be in
    // the file before the other window shows the same.
    this.#scope.add(options.file.onDidChange(() => void (this.#outage ? this.#rewrite() : this.load())));
  }

  get onDidChange(): Emitter<void>['event'] {
    return this.#changed.event;
  }

  get current(): Journal {
    return this.#current;
  }

  /** Why the journal is kept in memory only; undefined while the disk works. */
  get storageFailure(): Failure | undefined {
    return this.#outage?.failure;
  }

  /** Whether no other window can know of this change, because it was never stored. */
  isOnlyHere({ id }: ChangeRecord): boolean {
    return this.#outage !== undefined && id > this.#outage.base;
  }

  /** Whether this window has changes of a connection that no other window can know of. */
  hasUnstoredChanges(connection: string): boolean {
    return this.#current.changes.some(
      (change) => change.connection === connection && this.isOnlyHere(change),
    );
  }

  /** Whether other windows know of this change, and this window cannot store its outcome for them. */
  isOutOfReach(change: ChangeRecord): boolean {
    return this.#outage !== undefined && !this.isOnlyHere(change);
  }

  /** Reads the journal of all windows. Never rejects: if the file cannot be read, `storageFailure` has the reason. */
  async load(): Promise<void> {
    // During an outage memory has changes that the file lacks, so a read must not replace it. The next update merges
    // both.
    if (this.#outage) return;
    try {
      const journal = await this.#options.file.read();
      // A write of this window may have ended meanwhile.
      if (journal.sequence > this.#current.sequence) this.#accept(journal, undefined);
    } catch (error) {
      // Replaces a damaged file at once. Until then its contents are in memory only, and are lost with the last window.
      if (Failure.is(error, 'malformed')) await this.#rewrite();
      else this.#accept(this.#current, this.#failureOf(error));
    }
  }

  /**
   * Changes the journal of all windows, in memory if the disk fails, and returns the journal after the change.
   * @param change Returns the changed journal, or its argument for no change. It may run several times.
   * @throws `busy` if other windows keep the file locked, so that the change was not made; and the errors of `change`.
   */
  async update(change: (journal: Journal) => Journal): Promise<Journal> {
    try {
      return await this.#updates.run(() => this.#update(change));
    } catch (error) {
      throw error instanceof ChangeError ? error.cause : error;
    }
  }

  dispose(): void {
    this.#retry?.dispose();
    this.#scope.dispose();
  }

  /** Stores the journal as this window knows it. Never rejects: if the file stays locked, tries again later. */
  async #rewrite(): Promise<void> {
    try {
      await this.update((journal) => ({ ...journal }));
    } catch (error) {
      this.#options.log.warn(`The journal was not stored: ${messageOf(error)}`);
      this.#planRewrite();
    }
  }

  async #update(change: (journal: Journal) => Journal): Promise<Journal> {
    const step = (journal: Journal): Journal => {
      const after = changed(journal, change);
      if (after === journal) return journal;
      return { ...prune(after, this.#options.clock.now()), sequence: after.sequence + 1 };
    };
    for (let attempt = 1; ; attempt++) {
      // A full disk can still be read, so an outage begins with the journal that all windows know.
      let latest = this.#current;
      try {
        const stored = await this.#withReplacement(() =>
          this.#options.file.update((disk) => {
            const journal = this.#latest(disk);
            if (!this.#outage) latest = journal;
            return step(journal);
          }),
        );
        // A newer journal may have been read before the result of this update arrived.
        this.#accept(stored.sequence < this.#current.sequence ? this.#current : stored, undefined);
        return stored;
      } catch (error) {
        if (error instanceof ChangeError) throw error;
        const failure = this.#failureOf(error);
        if (failure.code === 'busy') {
          if (attempt < attempts) continue;
          throw failure;
        }
        if (!this.#outage) {
          // The outage must begin before the change is made in memory, because `change` may ask `isOutOfReach`.
          this.#current = latest;
          this.#accept(latest, failure);
        }
        this.#accept(step(latest), failure);
        return this.#current;
      }
    }
  }

  /** Runs `use`. If the file cannot be parsed, moves it away and runs `use` again: living windows have the journal. */
  async #withReplacement<T>(use: () => Promise<T>): Promise<T> {
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
    if (this.#outage && disk.sequence >= this.#outage.base)
      return mergeOfflineJournal(disk, this.#current, this.#outage);
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
    if (failure) {
      for (const { uuid } of journal.connections) if (this.#options.leads(uuid)) this.#outage?.led.add(uuid);
      this.#planRewrite();
    } else this.#retry?.dispose();
    if (!isSame && !this.#scope.isDisposed) this.#changed.fire();
  }

  /** Plans the next write, so that changes that only this window knows reach the disk before others poll them. */
  #planRewrite(): void {
    this.#retry?.dispose();
    this.#retry = undefined;
    if (this.#scope.isDisposed) return;
    this.#retry = this.#options.clock.setTimer(retryMs, () => void this.#rewrite());
  }
}

/** The error of a change, so that it is not taken for one of the file. */
class ChangeError extends Error {}

function changed(journal: Journal, change: (journal: Journal) => Journal): Journal {
  try {
    return change(journal);
  } catch (cause) {
    throw new ChangeError('The change failed', { cause });
  }
}

/** Age and size limits of the journal. */
export const limits = {
  historyMs: 30 * 24 * 3_600_000,
  /** Number of changes that have ended. */
  history: 500,
  /** Number of pending changes, about one per gate: a change that returns to the old status cancels the one before. */
  open: 1000,
  /** Number of gates, of hidden gates and of projects of one connection. */
  gates: 5000,
  mutes: 500,
} as const;

/**
 * Returns the journal within its limits; the same journal if it is. Age removes only changes and mutes that have ended:
 * the clock may have jumped a year, and a baseline or a pending change that was removed would be lost.
 * @param now Milliseconds since the epoch, by the local clock.
 */
export function prune(journal: Journal, now: number): Journal {
  const ended = journal.changes.filter(({ outcome }) => outcome);
  const open = journal.changes.length - ended.length;
  const oldEnough = (change: ChangeRecord) => change.outcome && now - change.outcome.at > limits.historyMs;
  const dropped = new Set([...ended.filter(oldEnough), ...ended.slice(0, -limits.history)]);
  if (open > limits.open) {
    const oldest = journal.changes.filter(({ outcome }) => !outcome).slice(0, open - limits.open);
    for (const change of oldest) dropped.add(change);
  }
  const isOver = ({ until }: Journal['mutes'][number]) => until !== undefined && now >= until;
  const mutes = journal.mutes.some(isOver) ? journal.mutes.filter((mute) => !isOver(mute)) : journal.mutes;
  const isLarge = journal.connections.some(
    ({ gates, hidden, projects }) => Math.max(gates.length, hidden.length, projects.length) > limits.gates,
  );
  if (dropped.size === 0 && mutes === journal.mutes && mutes.length <= limits.mutes && !isLarge)
    return journal;
  return {
    ...journal,
    changes: journal.changes.filter((change) => !dropped.has(change)),
    mutes: mutes.slice(-limits.mutes),
    connections: isLarge
      ? journal.connections.map((record) => ({
          ...record,
          gates: record.gates.slice(-limits.gates),
          hidden: record.hidden.slice(-limits.gates),
          projects: record.projects.slice(-limits.gates),
        }))
      : journal.connections,
  };
}
