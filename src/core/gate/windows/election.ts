import type { Clock } from '../../clock.ts';
import { withDeadline } from '../../deadline.ts';
import type { Disposable } from '../../disposables.ts';
import { Emitter } from '../../events.ts';
import { messageOf } from '../../failures.ts';
import type { Log } from '../../log.ts';
import type { GenerationLock, Leadership } from './leadership.ts';

/** Between two signs of life of a leader, and two looks of the others. */
const heartbeatMs = 2000;
/** A leader whose process may live is dead after so many looks without a sign of life. Counted, because clocks jump. */
const silentLooks = 3;
/** A window whose pulse failed so often is on no screen: its host lives on, but nobody sees it. */
const missedPulses = 2;
/** A living window answers within milliseconds. */
const pulseDeadlineMs = 1500;
/** Looks that a window which had to step down leaves to the others. */
const pauseLooks = 5;

interface ElectionOptions {
  /** The lock of a connection. */
  readonly lockOf: (connection: string) => GenerationLock;
  /** The highest epoch that the journal has seen: a lock folder that was emptied must not start below it. */
  readonly epochFloor: (connection: string) => number;
  /** Whether the window answers. One that is on no screen any more may never say. */
  readonly pulse: () => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

interface Candidacy {
  readonly lock: GenerationLock;
  /** Ours, while we lead. */
  generation: number | undefined;
  /** The last sign of life of another leader, and how often we have seen it unchanged. */
  beat: string;
  looks: number;
  pause: number;
}

/**
 * Elects one window per connection. The generation is the epoch: should two windows ever believe to lead (one slept),
 * the journal refuses the lower one.
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

  /** Stands for exactly these connections. */
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

  /** Leaves all locks, so that another window takes over at once. */
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
        // Whoever leads goes on: on a disk that takes no writes nobody else can begin.
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
      // Late, broken or disposed: in each case no sign of life.
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
    // Left while we were at it, or outrun by somebody who had seen more.
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
      // Then the others wait until they miss our signs of life.
      this.#options.log.debug(`The lock of a connection could not be released: ${messageOf(error)}`);
    }
  }

  #set(candidacy: Candidacy, generation: number | undefined): void {
    candidacy.generation = generation;
    candidacy.looks = 0;
    this.#changed.fire();
  }
}
