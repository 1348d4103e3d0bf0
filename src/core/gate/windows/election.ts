import type { Clock } from '../../clock.ts';
import { withDeadline } from '../../deadline.ts';
import type { Disposable } from '../../disposables.ts';
import { Emitter, type Event } from '../../events.ts';
import { messageOf } from '../../failures.ts';
import { errorsTo, type Log } from '../../log.ts';

/**
 * One lock as a series of generations. The window with the highest generation leads. Each generation is created once,
 * and a living one is never deleted.
 */
export interface GenerationLock {
  /** Returns the highest generation, or undefined before the first. Rejects with `storage`. */
  latest(): Promise<Generation | undefined>;
  /** Creates this generation. Resolves with false if another window created it first. Rejects with `storage`. */
  create(number: number): Promise<boolean>;
  /** Records a heartbeat of the generation of this window. Rejects with `storage`. */
  heartbeat(number: number): Promise<void>;
  /** Ends the generation of this window, so that another can create the next at once. Rejects with `storage`. */
  release(number: number): Promise<void>;
}

/** One lease of the leader. Its number is greater than that of each earlier one. */
export interface Generation {
  readonly number: number;
  /** Whether its process has certainly ended, or its window has released it. */
  readonly isOver: boolean;
  /** A text that changes with each heartbeat. */
  readonly heartbeat: string;
}

/** Milliseconds between two heartbeats of a leader, and between two checks of its lock by the other windows. */
const heartbeatMs = 2000;
/**
 * The other windows take over from a leader whose process may still live after this many checks without a new
 * heartbeat. They count checks instead of time, because clocks jump.
 */
const maxMissedHeartbeats = 3;
/** A leader steps down after this many failed liveness checks: its window is on no screen. */
const maxFailedLivenessChecks = 2;
/** How long a liveness check may take, milliseconds. A living window answers within milliseconds. */
const livenessDeadlineMs = 1500;
/** How many checks a window skips after it had to step down, so that another window can lead. */
const pausedHeartbeats = 5;

interface ElectionOptions {
  readonly lockOf: (connection: string) => GenerationLock;
  /** Returns the highest epoch in the journal. A new generation is higher, even if the lock folder was emptied. */
  readonly epochFloor: (connection: string) => number;
  /**
   * Whether this window has changes of a connection in memory that it could not store. A leader keeps its lease until
   * they are stored: another leader would find the same changes, and the user would see them twice.
   */
  readonly hasUnstoredChanges: (connection: string) => boolean;
  /** Whether the window answers. The promise may never settle after the window has left the screen. */
  readonly isWindowAlive: () => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

interface LeaderLease {
  readonly lock: GenerationLock;
  /** The generation of this window while it leads; undefined otherwise. */
  generation: number | undefined;
  /** The last heartbeat of another leader that this window has seen. */
  heartbeat: string;
  /** The number of checks in a row in which `heartbeat` was unchanged. */
  missedHeartbeats: number;
  /** The number of checks that this window still skips. */
  pause: number;
}

/**
 * Elects one window per connection as the leader, which polls it. The generation of the lock is the leader's epoch. If
 * two windows believe that they lead, because one of them slept, the journal refuses the writes of the lower epoch.
 */
export class Election implements Disposable {
  readonly #options: ElectionOptions;
  readonly #leases = new Map<string, LeaderLease>();
  /** The connections that this window stands for. It may still lead others, see `#mustLead`. */
  #wanted: ReadonlySet<string> = new Set();
  readonly #changed: Emitter<void>;
  readonly #disposal = new AbortController();
  #timer: Disposable | undefined;
  #livenessChecksFailed = 0;

  constructor(options: ElectionOptions) {
    this.#options = options;
    this.#changed = new Emitter(errorsTo(options.log, 'A listener of the election failed'));
  }

  /** Fires when `epochOf` returns another value for a connection. */
  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** The epoch under which this window polls the connection; undefined while another window does. */
  epochOf(connection: string): number | undefined {
    return this.#leases.get(connection)?.generation;
  }

  /** Makes this window a candidate for exactly these connections. Releases other locks once changes are stored. */
  standFor(connections: Iterable<string>): void {
    this.#wanted = new Set(connections);
    this.#releaseUnwanted();
    for (const connection of this.#wanted) {
      if (this.#leases.has(connection)) continue;
      const lock = this.#options.lockOf(connection);
      this.#leases.set(connection, {
        lock,
        generation: undefined,
        heartbeat: '',
        missedHeartbeats: 0,
        pause: 0,
      });
    }
    if (!this.#disposal.signal.aborted)
      this.#timer ??= this.#options.clock.setTimer(0, () => void this.#tick());
  }

  /** Gives up the leadership: the journal refused a write of this window, or the window has no token. */
  stepDown(connection: string): void {
    const lease = this.#leases.get(connection);
    if (!lease || this.#mustLead(connection, lease)) return;
    lease.pause = pausedHeartbeats;
    void this.#release(lease);
  }

  /** Releases all locks, so that another window takes over at once. */
  dispose(): void {
    this.#disposal.abort();
    this.standFor([]);
    this.#timer?.dispose();
    this.#changed.dispose();
  }

  #mustLead(connection: string, { generation }: LeaderLease): boolean {
    const { hasUnstoredChanges } = this.#options;
    return generation !== undefined && !this.#disposal.signal.aborted && hasUnstoredChanges(connection);
  }

  #releaseUnwanted(): void {
    for (const [connection, lease] of this.#leases) {
      if (this.#wanted.has(connection) || this.#mustLead(connection, lease)) continue;
      this.#leases.delete(connection);
      void this.#release(lease);
    }
  }

  async #tick(): Promise<void> {
    const isAlive = await this.#isAlive();
    this.#livenessChecksFailed = isAlive ? 0 : this.#livenessChecksFailed + 1;
    this.#releaseUnwanted();
    for (const [connection, lease] of this.#leases) {
      try {
        if (lease.generation !== undefined) await this.#renew(connection, lease, lease.generation);
        else if (isAlive) await this.#takeOverIfAbandoned(connection, lease);
      } catch (error) {
        // The leader stays the leader: while the disk takes no writes, no other window can begin.
        this.#options.log.debug(`The lock of a connection: ${messageOf(error)}`);
      }
    }
    if (this.#disposal.signal.aborted) return;
    this.#timer = this.#options.clock.setTimer(heartbeatMs, () => void this.#tick());
  }

  async #isAlive(): Promise<boolean> {
    const { clock, isWindowAlive } = this.#options;
    try {
      return await withDeadline(
        { clock, ms: livenessDeadlineMs, signal: this.#disposal.signal },
        isWindowAlive,
      );
    } catch {
      // The check was late or failed, or this object was disposed. In each case the window gave no sign of life.
      return false;
    }
  }

  async #renew(connection: string, lease: LeaderLease, generation: number): Promise<void> {
    const isGone = this.#livenessChecksFailed >= maxFailedLivenessChecks;
    if (isGone && !this.#mustLead(connection, lease)) {
      await this.#release(lease);
      return;
    }
    const latest = await lease.lock.latest();
    if (latest && latest.number > generation) this.#set(lease, undefined);
    else await lease.lock.heartbeat(generation);
  }

  async #takeOverIfAbandoned(connection: string, lease: LeaderLease): Promise<void> {
    if (lease.pause > 0) {
      lease.pause--;
      return;
    }
    const latest = await lease.lock.latest();
    const heartbeat = latest ? `${latest.number} ${latest.heartbeat}` : '';
    lease.missedHeartbeats = heartbeat === lease.heartbeat ? lease.missedHeartbeats + 1 : 0;
    lease.heartbeat = heartbeat;
    if (latest && !latest.isOver && lease.missedHeartbeats < maxMissedHeartbeats) return;
    const next = Math.max(latest?.number ?? 0, this.#options.epochFloor(connection)) + 1;
    if (!(await lease.lock.create(next))) return;
    // While the lock was created, this window may have withdrawn, or another window may have created a higher
    // generation.
    const isCurrent = this.#leases.get(connection) === lease;
    const highest = await lease.lock.latest();
    if (!isCurrent) await lease.lock.release(next);
    else if (!highest || highest.number === next) this.#set(lease, next);
  }

  async #release(lease: LeaderLease): Promise<void> {
    const { generation, lock } = lease;
    if (generation === undefined) return;
    this.#set(lease, undefined);
    try {
      await lock.release(generation);
    } catch (error) {
      // The other windows then take over after they have missed the heartbeats of this one.
      this.#options.log.debug(`The lock of a connection could not be released: ${messageOf(error)}`);
    }
  }

  #set(lease: LeaderLease, generation: number | undefined): void {
    lease.generation = generation;
    lease.missedHeartbeats = 0;
    this.#changed.fire();
  }
}
