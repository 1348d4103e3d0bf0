import type { Api } from '../../api/client.ts';
import type { Clock } from '../../clock.ts';
import type { Connection } from '../../connections/connection.ts';
import { withDeadline } from '../../deadline.ts';
import { Failure, messageOf } from '../../failures.ts';
import type { Log } from '../../log.ts';
import { connectionOf, type ConnectionRecord, type Journal } from '../journal/journal.ts';
import type { JournalStore } from '../journal/journalStore.ts';
import type { NotificationPolicy } from '../notify/notificationPolicy.ts';
import { markHidden, observe } from '../journal/observe.ts';
import { noticeIssues } from './newIssues.ts';
import { poll, type PollStep } from './poll.ts';
import type { PullRequestTurns } from './branchGates.ts';
import {
  resetWhenTargetChanged,
  recordEvents,
  recordProjects,
  bumpEpoch,
  beginPoll,
  type PollErrorCode,
} from './pollResult.ts';
import { gateKey, type GateId, type Source } from '../model.ts';

/** How long one request may take, and finding the token, milliseconds. */
const requestDeadlineMs = 12_000;
/** How long a platform that refuses events is not asked for them, milliseconds. */
export const eventsPauseMs = 24 * 3_600_000;

export interface PollRunOptions {
  readonly apiFor: (connection: Connection) => Promise<Api | undefined>;
  readonly journal: JournalStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly policy: Pick<NotificationPolicy, 'endUnwanted'>;
}

interface PollRunInput {
  readonly connection: Connection;
  readonly gates: readonly GateId[];
  readonly source: Source;
  /** Number of the poll, which selects the projects asked for events first; undefined for a push. */
  readonly eventTurn: number | undefined;
  readonly pullRequests: PullRequestTurns;
  /** Leader epoch; undefined for a manual check and for a push, which any window may run. */
  readonly epoch: number | undefined;
  readonly signal: AbortSignal;
}

/** How a poll ended. `RefusedError['by']`: a write was refused, and the poll wrote nothing more (see `enter`). */
export type PollOutcome =
  | 'success'
  | RefusedError['by']
  | { readonly pollError: PollErrorCode; readonly retryAfterMs?: number | undefined };

/** A write of a poll was refused, see `PollRun.enter`. */
export class RefusedError extends Error {
  readonly by: 'fenced' | 'superseded' | 'locked';

  constructor(by: RefusedError['by']) {
    super(`The write was refused: ${by}`);
    this.by = by;
  }
}

/**
 * One poll. A step that says something new about a gate is entered into the journal as it arrives, the others with the
 * next write. The last write is the caller's (`enter`), which records how the poll ended.
 */
export class PollRun {
  readonly #options: PollRunOptions;
  readonly #input: PollRunInput;
  #turn: number | undefined;
  /** The steps that are not in the journal yet. */
  #pending: PollStep[] = [];
  #target = '';

  constructor(options: PollRunOptions, input: PollRunInput) {
    this.#options = options;
    this.#input = input;
  }

  get #uuid(): string {
    return this.#input.connection.uuid;
  }

  /** @throws `cancelled` after the signal has aborted. */
  async run(): Promise<PollOutcome> {
    const { connection } = this.#input;
    try {
      const api = await this.#within(() => this.#options.apiFor(connection));
      if (!api) return { pollError: 'tokenMissing' };
      await this.#pollAll(api);
      return 'success';
    } catch (error) {
      if (error instanceof RefusedError) return error.by;
      if (Failure.is(error, 'cancelled')) throw error;
      this.#options.log.info(`Gates of ${connection.connectionId}: ${messageOf(error)}`);
      // Another error is a defect of this program. It must not stop polling either.
      return Failure.is(error)
        ? { pollError: error.code, retryAfterMs: error.retryAfterMs }
        : { pollError: 'malformed' };
    }
  }

  /**
   * Enters the pending steps, then makes `change`, in one write. Returns the journal after it.
   * @throws {RefusedError} `fenced` if another window has taken over the leadership; `superseded` if another poll has
   *   begun since; `locked` if other windows keep the journal locked. A refused write ends the poll: in the first two
   *   cases the answers of the other poll are newer, whichever arrive first. In the third case, answers that were
   *   entered without the start of their poll would be compared with those of another platform.
   * @throws `cancelled` after the signal has aborted.
   */
  async enter(change: (journal: Journal) => Journal): Promise<Journal> {
    const { epoch, signal } = this.#input;
    if (signal.aborted) throw new Failure('cancelled', 'Cancelled');
    const steps = this.#pending;
    this.#pending = [];
    const result = await this.#update((current) => {
      const mine = epoch === undefined ? current : bumpEpoch(current, this.#uuid, epoch);
      if (this.#refusalOf(mine)) return current;
      return change(steps.reduce((journal, step) => this.#withStep(journal, step), mine));
    });
    const refusal = this.#refusalOf(result);
    if (refusal) throw new RefusedError(refusal);
    return result;
  }

  async #update(change: (journal: Journal) => Journal): Promise<Journal> {
    try {
      return await this.#options.journal.update(change);
    } catch (error) {
      throw Failure.is(error, 'busy') ? new RefusedError('locked') : error;
    }
  }

  #refusalOf(journal: Journal): RefusedError['by'] | undefined {
    const { epoch = Infinity } = this.#input;
    const record = connectionOf(journal, this.#uuid);
    if (record && record.epoch > epoch) return 'fenced';
    return this.#turn !== undefined && record?.turn !== this.#turn ? 'superseded' : undefined;
  }

  async #begin(target: string): Promise<ConnectionRecord | undefined> {
    let turn: number | undefined;
    const journal = await this.enter((current) => {
      const begun = beginPoll(resetWhenTargetChanged(current, this.#uuid, target), this.#uuid);
      turn = connectionOf(begun, this.#uuid)?.turn;
      return begun;
    });
    this.#turn = turn;
    return connectionOf(journal, this.#uuid);
  }

  async #pollAll(api: Api): Promise<void> {
    const { clock, log } = this.#options;
    const { connection, gates, source, eventTurn, pullRequests } = this.#input;
    this.#target = api.baseUrl;
    const known = await this.#begin(api.baseUrl);
    const refused = known?.poll.eventsRefused;
    const steps = poll({
      baseUrl: api.baseUrl,
      connection,
      gates,
      known,
      source,
      asksEvents: !refused || source !== 'poll' || Math.abs(clock.now() - refused.since) > eventsPauseMs,
      eventTurn,
      pullRequests,
      ask: (request) => this.#within((signal) => request(api.with({ signal, timeoutMs: requestDeadlineMs }))),
      now: () => clock.now(),
      log,
    });
    const isNew = isNewFor(known);
    for await (const step of steps) {
      this.#pending.push(step);
      if (isNew(step)) await this.enter((journal) => journal);
    }
  }

  #withStep(journal: Journal, { observations, hidden, projects, events, newIssues }: PollStep): Journal {
    const now = this.#options.clock.now();
    let next = journal;
    if (observations)
      next = observe(next, this.#uuid, observations, (change) => this.#options.journal.isOutOfReach(change));
    if (hidden) next = markHidden(next, this.#uuid, hidden);
    if (projects) next = recordProjects(next, this.#uuid, projects);
    if (events) next = recordEvents(next, this.#uuid, events === 'answered' ? undefined : events.code, now);
    if (newIssues)
      next = noticeIssues(next, {
        connection: this.#uuid,
        baseUrl: this.#target,
        observations: newIssues,
        source: this.#input.source,
        at: now,
      });
    return this.#options.policy.endUnwanted(next);
  }

  #within<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clock } = this.#options;
    return withDeadline({ clock, ms: requestDeadlineMs, signal: this.#input.signal }, work);
  }
}

/** Returns a function that tells whether a step says something about a gate that the record does not. */
function isNewFor(known: ConnectionRecord | undefined): (step: PollStep) => boolean {
  const statuses = new Map(known?.gates.map((gate) => [gateKey(gate), gate.status]));
  const hidden = new Set(known?.hidden.map(gateKey));
  return ({ observations = [], hidden: gone = [] }) =>
    gone.length > 0 ||
    observations.some((seen) => statuses.get(gateKey(seen)) !== seen.status || hidden.has(gateKey(seen)));
}
