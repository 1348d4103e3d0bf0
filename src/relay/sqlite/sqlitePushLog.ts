import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { Emitter, type Event } from '../../core/events.ts';
import type { PushEvent } from '../../core/push/pushEvents.ts';
import { pageSize, type PushLog, type PushPage, type StoredDelivery } from '../relayStore.ts';
import { factOf } from './database.ts';

const dayMs = 24 * 3_600_000;

export interface SqlitePushLogOptions {
  readonly db: DatabaseSync;
  /** The number of push events to keep. The log may be about 1 % longer. */
  readonly keep: number;
  /** Age in days after which push events are deleted. */
  readonly keepDays: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** The push events of one relay, in its database. `onAppend` fires only for push events of this process. */
export class SqlitePushLog implements PushLog {
  readonly id: string;
  readonly isAvailable = true;
  readonly lag = 0;
  readonly reconnects = 0;
  readonly onDidChangeAvailability: Event<void> = never;
  readonly onDidReset: Event<void> = never;
  readonly #options: SqlitePushLogOptions;
  readonly #appended: Emitter<PushEvent>;
  readonly onAppend: Event<PushEvent>;
  readonly #newest: StatementSync;
  readonly #insert: StatementSync;
  readonly #prune: StatementSync;
  readonly #bounds: StatementSync;
  readonly #page: StatementSync;

  constructor(options: SqlitePushLogOptions) {
    const { db, onError } = options;
    this.#options = options;
    this.#appended = new Emitter(onError);
    this.onAppend = this.#appended.event;
    this.id = factOf(db, 'log');
    this.#newest = db.prepare(
      'SELECT digest FROM doorbells WHERE project = ? ORDER BY sequence DESC LIMIT 1',
    );
    this.#insert = db.prepare('INSERT INTO doorbells (project, digest, at) VALUES (?, ?, ?)');
    this.#prune = db.prepare('DELETE FROM doorbells WHERE sequence <= ? OR at < ?');
    this.#bounds = db.prepare(
      `SELECT coalesce((SELECT min(sequence) FROM doorbells), 0) AS first,
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'doorbells'), 0) AS last`,
    );
    this.#page = db.prepare(
      `SELECT sequence, project, at FROM doorbells
       WHERE sequence > ? AND project IN (SELECT value FROM json_each(?)) ORDER BY sequence LIMIT ${pageSize}`,
    );
  }

  get last(): number {
    return this.#boundsNow().last;
  }

  append({ project, digest }: StoredDelivery): Promise<boolean> {
    const newest = this.#newest.get(project) as { digest: string } | undefined;
    if (newest?.digest === digest) return Promise.resolve(false);
    const at = this.#options.now();
    const sequence = this.#insert.run(project, digest, at).lastInsertRowid;
    this.#appended.fire({ project, sequence, at });
    this.#forgetBefore(sequence - this.#options.keep);
    return Promise.resolve(true);
  }

  /**
   * Deletes old push events, but not on every call. Errors are only reported: a log that is too long does no harm, but a
   * failed append would lose a push event.
   */
  #forgetBefore(oldest: number): void {
    if (oldest % Math.max(1, Math.floor(this.#options.keep / 100)) !== 0) return;
    try {
      this.#prune.run(oldest, this.#options.now() - this.#options.keepDays * dayMs);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  read(projects: ReadonlySet<string>, after: number): Promise<PushPage> {
    const { first, last } = this.#boundsNow();
    const pushEvents = this.#page.all(after, JSON.stringify([...projects])) as PushEvent[];
    const isFull = pushEvents.length === pageSize;
    const to = isFull ? (pushEvents.at(-1)?.sequence ?? last) : last;
    // An empty log has deleted all push events that it counted.
    const kept = first === 0 ? last : first - 1;
    // A reader whose position is ahead of the log has read events of data that were replaced by an older copy.
    return Promise.resolve({ pushEvents, to, hasGap: after < kept || after > last });
  }

  #boundsNow(): { readonly first: number; readonly last: number } {
    return this.#bounds.get() as { first: number; last: number };
  }
}

/** The event of something that an embedded log never does. */
const never: Event<void> = () => ({ dispose: () => undefined });
