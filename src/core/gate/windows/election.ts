import type { Clock } from '../../clock.ts';
import { withDeadline } from '../../deadline.ts';
import type { Disposable } from '../../disposables.ts';
import { Emitter } from '../../events.ts';
import { messageOf } from '../../failures.ts';
import type { Log } from '../../log.ts';
import type { GenerationLock, Leadership } from './leadership.ts';

/** Milliseconds between two heartbeats of a leader, and between two looks of the other windows at its lock. */
const heartbeatMs = 2000;
/**
 * A leader whose process may still live counts as dead after so many looks without a new heartbeat. Looks are counted
 * instead of time, because clocks jump.
 */
const silentLooks = 3;
/**
 * A leader steps down after so many failed pulses in a row: its extension host lives on, but its window is on no
 * screen.
 */
const missedPulses = 2;
/** How long a pulse may take, milliseconds. A living window answers within milliseconds. */
const pulseDeadlineMs = 1500;
/** How many looks a window skips after it had to step down, so that another window can lead. */
const pauseLooks = 5;

interface ElectionOptions {
  /** Returns the lock of a connection. */
  readonly lockOf: (connection: string) => GenerationLock;
  /** Returns the highest epoch in the journal. A new generation is higher, even if the lock folder was emptied. */
  readonly epochFloor: (connection: string) => number;
  /** Whether the window answers. The promise may never settle after the window has left the screen. */
  readonly pulse: () => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

interface Candidacy {
  readonly lock: GenerationLock;
  /** The generation of this window while it leads; undefined otherwise. */
  generation: number | undefined;
  /** The last heartbeat of another leader that this window has seen. */
  beat: string;
  /** In how many looks in a row `beat` was unchanged. */
  looks: number;
  /** How many looks this window still skips. */
  pause: number;
}

/**
 * Elects one window per connection as the leader. The generation of the lock is the leader's epoch. If two windows
 * believe that they lead, because one of them slept, the journal refuses the writes of the lower epoch.
 */
export class Election implements Leadership, Disposable {
  readonly #options: ElectionOptions;
  readonly #candidacies = new Map<string, Candidacy>();
  readonly #changed: Emitter<void>;
  readonly #disposal = new AbortController();
  #timer: Disposable | undefined;
  #pulsesMissed = 0;

  constructor(options: ElectionOptions) {
    this.#options = options;
    this.#changed = new Emitter((error) => {
      options.log.error(`A listener of the election failed: ${messageOf(error)}`);
    });
  }

  get onDidChange(): Emitter<void>['event'] {
    return this.#changed.event;
  }

  epochOf(connection: string): number | undefined {
    return this.#candidacies.get(connection)?.generation;
  }

  /** Makes this window a candidate for exactly these connections, and releases the locks of all others. */
  standFor(connections: Iterable<string>): void {
    const wanted = new Set(connections);
    for (const [connection, candidacy] of this.#candidacies) {
      if (wanted.has(connection)) continue;
      this.#candidacies.delete(connection);
      void this.#release(candidacy);
    }
    for (const connection of wanted) {
      if (this.#candidacies.has(connection)) continue;
      const lock = this.#options.lockOf(connection);
      this.#candidacies.set(connection, { lock, generation: undefined, beat: '', looks: 0, pause: 0 });
    }
    if (!this.#disposal.signal.aborted)
      this.#timer ??= this.#options.clock.setTimer(0, () => void this.#tick());
  }

  stepDown(connection: string): void {
    const candidacy = this.#candidacies.get(connection);
    if (!candidacy) return;
    candidacy.pause = pauseLooks;
    void this.#release(candidacy);
  }

  /** Releases all locks, so that another window takes over at once. */
  dispose(): void {
    this.#disposal.abort();
    this.standFor([]);
    this.#timer?.dispose();
    this.#changed.dispose();
  }

  async #tick(): Promise<void> {
    const isAlive = await this.#hasPulse();
    this.#pulsesMissed = isAlive ? 0 : this.#pulsesMissed + 1;
    for (const [connection, candidacy] of this.#candidacies) {
      try {
        if (candidacy.generation !== undefined) await this.#goOn(candidacy, candidacy.generation);
        else if (isAlive) await this.#look(connection, candidacy);
      } catch (error) {
        // The leader stays the leader: while the disk takes no writes, no other window can begin.
        this.#options.log.debug(`The lock of a connection: ${messageOf(error)}`);
      }
    }
    if (this.#disposal.signal.aborted) return;
    this.#timer = this.#options.clock.setTimer(heartbeatMs, () => void this.#tick());
  }

  async #hasPulse(): Promise<boolean> {
    const { clock, pulse } = this.#options;
    try {
      return await withDeadline({ clock, ms: pulseDeadlineMs, signal: this.#disposal.signal }, pulse);
    } catch {
      // The pulse was late or failed, or this object was disposed. In each case the window gave no sign of life.
      return false;
    }
  }

  async #goOn(candidacy: Candidacy, generation: number): Promise<void> {
    if (this.#pulsesMissed >= missedPulses) {
      await this.#release(candidacy);
      return;
    }
    const latest = await candidacy.lock.latest();
    if (latest && latest.number > generation) this.#set(candidacy, undefined);
    else await candidacy.lock.beat(generation);
  }

  async #look(connection: string, candidacy: Candidacy): Promise<void> {
    if (candidacy.pause > 0) {
      candidacy.pause--;
      return;
    }
    const latest = await candidacy.lock.latest();
    const beat = latest ? `${latest.number} ${latest.beat}` : '';
    candidacy.looks = beat === candidacy.beat ? candidacy.looks + 1 : 0;
    candidacy.beat = beat;
    if (latest && !latest.isOver && candidacy.looks < silentLooks) return;
    const next = Math.max(latest?.number ?? 0, this.#options.epochFloor(connection)) + 1;
    if (!(await candidacy.lock.create(next))) return;
    // While the lock was created, this window may have withdrawn, or another window may have created a higher
    // generation.
    const isCurrent = this.#candidacies.get(connection) === candidacy;
    const highest = await candidacy.lock.latest();
    if (!isCurrent) await candidacy.lock.release(next);
    else if (!highest || highest.number === next) this.#set(candidacy, next);
  }

  async #release(candidacy: Candidacy): Promise<void> {
    const { generation, lock } = candidacy;
    if (generation === undefined) return;
    this.#set(candidacy, undefined);
    try {
      await lock.release(generation);
    } catch (error) {
      // The other windows then take over after they have missed the heartbeats of this one.
      this.#options.log.debug(`The lock of a connection could not be released: ${messageOf(error)}`);
    }
  }

  #set(candidacy: Candidacy, generation: number | undefined): void {
    candidacy.generation = generation;
    candidacy.looks = 0;
    this.#changed.fire();
  }
}
