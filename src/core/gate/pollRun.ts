import type { Api } from '../api/client.ts';
import type { Clock } from '../clock.ts';
import type { Connection } from '../connections/connection.ts';
import { withDeadline } from '../deadline.ts';
import { Failure, messageOf } from '../failures.ts';
import type { Log } from '../log.ts';
import { connectionOf, type Change, type Journal } from './journal.ts';
import type { JournalStore } from './journalStore.ts';
import { dropMuted } from './mutes.ts';
import { hide, observe } from './observe.ts';
import { poll, type PollStep } from './poll.ts';
import { aimAt, recordEvents, recordProjects, takeOver, type Trouble } from './pollResult.ts';
import type { GateId, Source } from './subject.ts';

/** Of one request, and of finding the token. */
const requestDeadlineMs = 12_000;
/** A platform that refuses events is asked for them again after this time. */
const eventsPauseMs = 24 * 3_600_000;

export interface PollRunOptions {
  readonly apiFor: (connection: Connection) => Promise<Api | undefined>;
  readonly journal: JournalStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly isSwitchedOff: (change: Change) => boolean;
}

export interface PollRunInput {
  readonly connection: Connection;
  readonly gates: readonly GateId[];
  readonly source: Source;
  /** Of the leader; undefined for whom a person asked: he is fenced by the revisions of the gates alone. */
  readonly epoch: number | undefined;
  readonly signal: AbortSignal;
}

/** `fenced`: another window has taken over, and nothing more of ours was written. */
export type PollVerdict =
  'success' | 'fenced' | { readonly trouble: Trouble; readonly retryAfterMs?: number | undefined };

/** A write was refused, because another window has taken over. */
export class FencedError extends Error {}

/** One poll, each of its steps entered into the journal as it comes. Rejects only with `cancelled`. */
export class PollRun {
  readonly #options: PollRunOptions;
  readonly #input: PollRunInput;

  constructor(options: PollRunOptions, input: PollRunInput) {
    this.#options = options;
    this.#input = input;
  }

  get #uuid(): string {
    return this.#input.connection.uuid;
  }

  async run(): Promise<PollVerdict> {
    const { connection } = this.#input;
    try {
      const api = await this.#within(() => this.#options.apiFor(connection));
      if (!api) return { trouble: 'tokenMissing' };
      await this.#lookAtAll(api);
      return 'success';
    } catch (error) {
      if (error instanceof FencedError) return 'fenced';
      if (Failure.is(error, 'cancelled')) throw error;
      this.#options.log.info(`Gates of ${connection.connectionId}: ${messageOf(error)}`);
      // What is no Failure is a bug of ours, and no reason to stop polling either.
      return Failure.is(error)
        ? { trouble: error.code, retryAfterMs: error.retryAfterMs }
        : { trouble: 'malformed' };
    }
  }

  /** Writes under the epoch: what comes after another window took over is refused and ends the run. */
  async enter(change: (journal: Journal) => Journal): Promise<Journal> {
    const { epoch, signal } = this.#input;
    if (signal.aborted) throw new Failure('cancelled', 'Cancelled');
    if (epoch === undefined) return this.#options.journal.update(change);
    const isMine = (journal: Journal) => (connectionOf(journal, this.#uuid)?.epoch ?? 0) === epoch;
    const result = await this.#options.journal.update((current) => {
      const mine = takeOver(current, this.#uuid, epoch);
      return isMine(mine) ? change(mine) : current;
    });
    if (!isMine(result)) throw new FencedError();
    return result;
  }

  async #lookAtAll(api: Api): Promise<void> {
    const { clock, log } = this.#options;
    const { connection, gates, source } = this.#input;
    const journal = await this.enter((current) => aimAt(current, this.#uuid, api.baseUrl));
    const known = connectionOf(journal, this.#uuid);
    const refused = known?.poll.eventsRefused;
    const steps = poll({
      api,
      connection,
      gates,
      known,
      source,
      asksEvents: !refused || source !== 'poll' || Math.abs(clock.now() - refused.since) > eventsPauseMs,
      ask: (request) => this.#within((signal) => request({ signal, timeoutMs: requestDeadlineMs })),
      now: () => clock.now(),
      log,
    });
    for await (const step of steps) {
      const withStep = (current: Journal) => this.#withStep(current, step);
      // Most steps say what everybody knows. No need to take the lock for that.
      if (withStep(this.#options.journal.current) !== this.#options.journal.current)
        await this.enter(withStep);
    }
  }

  #withStep(journal: Journal, { observations, hidden, projects, events }: PollStep): Journal {
    const now = this.#options.clock.now();
    let next = journal;
    if (observations) next = observe(next, this.#uuid, observations);
    if (hidden) next = hide(next, this.#uuid, hidden);
    if (projects) next = recordProjects(next, this.#uuid, projects);
    if (events) next = recordEvents(next, this.#uuid, events === 'answered' ? undefined : events.code, now);
    return dropMuted(next, now, this.#options.isSwitchedOff);
  }

  #within<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clock } = this.#options;
    return withDeadline({ clock, ms: requestDeadlineMs, signal: this.#input.signal }, work);
  }
}
