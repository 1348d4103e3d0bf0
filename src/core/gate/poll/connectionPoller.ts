import type { Disposable } from '../../disposables.ts';
import { Failure, messageOf } from '../../failures.ts';
import { connectionOf, type PollRecord } from '../journal/journal.ts';
import type { Election } from '../windows/election.ts';
import { outages } from './pollFailures.ts';
import { recordEnd, recordProjects, resetBackoff } from './pollResult.ts';
import { PollRun, RefusedError, type PollRunOptions, type PollOutcome } from './pollRun.ts';
import { PullRequestTurns } from './branchGates.ts';
import {
  firstDelay,
  nextDelay,
  shortestIntervalMs,
  type BackoffState,
  type PollCadence,
} from './schedule.ts';
import { gateKey, type GateId, type WatchedConnection, type PushSource, type Source } from '../model.ts';

interface PollerOptions extends PollRunOptions {
  readonly leadership: Pick<Election, 'epochOf' | 'stepDown'>;
  readonly cadence: () => PollCadence;
  /** Whether a connection without notifications is polled too, because the user looks at its gates. */
  readonly isViewed: () => boolean;
  readonly watchedByAll: () => readonly GateId[];
}

/** Polls one connection for one window, one request at a time, independently of other pollers. */
export class ConnectionPoller implements Disposable {
  readonly #options: PollerOptions;
  readonly #disposal = new AbortController();
  #watched: WatchedConnection;
  #timer: Disposable | undefined;
  #running: Promise<void> | undefined;
  #nextCheck: Promise<void> | undefined;
  /** The projects that the next check asks for; undefined: all. */
  #nextProjects: Set<string> | undefined;
  #wasFocused = false;
  #isBackedOff = false;
  /** Number of polls of all gates so far. */
  #eventTurn = 0;
  readonly #pullRequests = new PullRequestTurns();
  #asked: ReadonlySet<string> = new Set();

  constructor(options: PollerOptions, watched: WatchedConnection) {
    this.#options = options;
    this.#watched = watched;
  }

  watch(watched: WatchedConnection): void {
    this.#watched = watched;
  }

  /** Starts or restarts the schedule from the journal's record. Does nothing while a poll runs. */
  schedule(): void {
    const { clock, cadence } = this.#options;
    if (!this.#running) this.#wait(firstDelay(cadence(), this.#record, clock.now()));
  }

  /**
   * Call when another window came, went or got the focus. If the focus returns, the next poll is due sooner. The poller
   * polls at once if a window watches a gate that was never asked for, or if the focus returns and the last poll failed
   * for lack of a network that may be back.
   */
  attend(): void {
    const isFocused = this.#options.cadence().isFocused;
    const isBack = isFocused && !this.#wasFocused;
    this.#wasFocused = isFocused;
    const code = this.#record.failure?.code;
    const isWorthATry = isBack && code !== undefined && outages.includes(code);
    if (isWorthATry || (!code && this.#hasNewGates)) this.#wait(0);
    else if (isBack && !code) this.schedule();
  }

  /**
   * Polls now, regardless of schedule, notifications and leadership. The check waits for a poll that is under way,
   * whose answers may be older than this call. Resolves when the answers are in the journal; never rejects.
   */
  check(): Promise<void> {
    this.#nextProjects = undefined;
    return this.#soon('check');
  }

  /**
   * Call after a successful check of the connection. The last failure is out of date then, so this method resets the
   * back-off and polls at once. It does nothing if the last poll succeeded, or if the platform limits the rate of
   * requests and the wait is not over. Resolves when the answers are in the journal; never rejects.
   */
  async recover(): Promise<void> {
    if (!this.#record.failure || this.#isAskedToWait) return;
    const { journal, log } = this.#options;
    try {
      await journal.update((current) => resetBackoff(current, this.#uuid));
    } catch (error) {
      // The check below resets the back-off too if it succeeds.
      log.warn(`The back-off was not reset: ${messageOf(error)}`);
    }
    await this.check();
  }

  /** Call when the journal changed. After a successful poll of another window, the back-off here is over. */
  followJournal(): void {
    if (this.#isBackedOff && !this.#record.failure) this.schedule();
  }

  /**
   * Asks for one project now, regardless of the schedule. Pushes that arrive together share one poll. No request is
   * sent for a project that no window watches, or while a platform that limits the rate has asked clients to wait.
   */
  receivePush(project: string, source: PushSource): Promise<void> {
    const isWatched = this.#options.watchedByAll().some((gate) => gate.project === project);
    if (this.#isAskedToWait || !isWatched) return Promise.resolve();
    if (this.#nextCheck) this.#nextProjects?.add(project);
    else this.#nextProjects = new Set([project]);
    return this.#soon(source);
  }

  dispose(): void {
    this.#disposal.abort();
    this.#timer?.dispose();
  }

  get #uuid(): string {
    return this.#watched.connection.uuid;
  }

  get #record(): PollRecord {
    return connectionOf(this.#options.journal.current, this.#uuid)?.poll ?? { failures: 0 };
  }

  get #isPlanned(): boolean {
    const isWanted = this.#watched.connection.receiveNotifications || this.#options.isViewed();
    return isWanted && this.#watched.gates.length > 0;
  }

  get #isAskedToWait(): boolean {
    const { failure, nextPollAt = 0 } = this.#record;
    return failure?.code === 'rateLimited' && this.#options.clock.now() < nextPollAt;
  }

  get #hasNewGates(): boolean {
    return this.#options.watchedByAll().some((gate) => !this.#asked.has(gateKey(gate)));
  }

  #wait(ms: number): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#isBackedOff = this.#record.failure !== undefined;
    if (this.#disposal.signal.aborted || !this.#isPlanned) return;
    this.#timer = this.#options.clock.setTimer(ms, () => {
      if (!this.#running && !this.#nextCheck) void this.#run('poll');
    });
  }

  #soon(source: Exclude<Source, 'poll'>): Promise<void> {
    this.#nextCheck ??= (this.#running ?? Promise.resolve()).then(() => {
      const projects = this.#nextProjects;
      this.#nextCheck = undefined;
      this.#nextProjects = undefined;
      return this.#run(source, projects);
    });
    return this.#nextCheck;
  }

  /**
   * Polls once, for `projects` or all, and plans the next poll. Gates of other windows are asked for too, because the
   * schedule restarts afterwards.
   */
  async #run(source: Source, projects?: ReadonlySet<string>): Promise<void> {
    const epoch = this.#options.leadership.epochOf(this.#uuid);
    if (source === 'poll' && epoch === undefined) return;
    const poll = this.#pollOnce(source, source === 'poll' ? epoch : undefined, projects);
    this.#running = poll.then(() => undefined);
    const delay = await poll;
    this.#running = undefined;
    if (delay !== undefined) this.#wait(delay);
  }

  /** Polls once; never rejects. Returns milliseconds to the next poll; undefined if this window must not continue. */
  async #pollOnce(
    source: Source,
    epoch: number | undefined,
    projects: ReadonlySet<string> | undefined,
  ): Promise<number | undefined> {
    const { log, watchedByAll } = this.#options;
    const { connection } = this.#watched;
    const gates = watchedByAll().filter(({ project }) => !projects || projects.has(project));
    if (!projects) this.#asked = new Set(gates.map(gateKey));
    const { signal } = this.#disposal;
    const eventTurn = projects ? undefined : this.#eventTurn++;
    const pullRequests = this.#pullRequests;
    const input = { connection, gates, source, eventTurn, pullRequests, epoch, signal };
    const run = new PollRun(this.#options, input);
    try {
      const outcome = await run.run();
      return typeof outcome === 'string' && outcome !== 'success'
        ? this.#afterRefusal(outcome)
        : await this.#finish(run, outcome, projects);
    } catch (error) {
      if (Failure.is(error, 'cancelled')) return undefined;
      if (error instanceof RefusedError) return this.#afterRefusal(error.by);
      log.error(`A poll ended unexpectedly: ${messageOf(error)}`);
      return nextDelay(this.#options.cadence(), { failures: 1 });
    }
  }

  #afterRefusal(by: RefusedError['by']): number | undefined {
    // Nothing was learned about the platform, and the wait for the lock may have taken long.
    if (by === 'locked') return shortestIntervalMs;
    if (by === 'superseded') {
      const { failures, failure } = this.#record;
      return nextDelay(this.#options.cadence(), this.#backoffState(failures, failure?.code));
    }
    this.#options.leadership.stepDown(this.#uuid);
    return undefined;
  }

  async #finish(
    run: PollRun,
    outcome: Exclude<PollOutcome, RefusedError['by']>,
    projects: ReadonlySet<string> | undefined,
  ): Promise<number> {
    const { clock, cadence, leadership } = this.#options;
    const { pollError, retryAfterMs } = outcome === 'success' ? {} : outcome;
    // The answers about some projects say nothing about the others, so the schedule continues. After a failure a full
    // poll is due now, because the platform answers again.
    if (projects && !pollError) {
      const checkedAt = clock.now();
      const checked = [...projects].map((key) => ({ key, checkedAt }));
      await run.enter((journal) => recordProjects(journal, this.#uuid, checked));
      return this.#record.failure ? 0 : firstDelay(cadence(), this.#record, clock.now());
    }
    const failures = pollError ? this.#record.failures + 1 : 0;
    const delay = nextDelay(cadence(), { ...this.#backoffState(failures, pollError), retryAfterMs });
    const nextIn = this.#isPlanned ? delay : undefined;
    await run.enter((journal) => recordEnd(journal, this.#uuid, { pollError, nextIn }, clock.now()));
    // Another window may have the token.
    if (pollError === 'tokenMissing') leadership.stepDown(this.#uuid);
    return !pollError && this.#hasNewGates ? 0 : delay;
  }

  #backoffState(failures: number, pollError: string | undefined): BackoffState {
    if (pollError === undefined || !outages.includes(pollError)) return { failures };
    const now = this.#options.clock.now();
    const { failure } = this.#record;
    return { failures, outageMs: now - (failure?.code === pollError ? failure.since : now) };
  }
}
