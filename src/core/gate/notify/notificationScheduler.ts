import type { Clock } from '../../clock.ts';
import { withDeadline } from '../../deadline.ts';
import type { Disposable } from '../../disposables.ts';
import { messageOf } from '../../failures.ts';
import type { Log } from '../../log.ts';
import type { ChangeRecord, Journal } from '../journal/journal.ts';
import type { JournalStore } from '../journal/journalStore.ts';
import { notificationOf, type Notifier } from './gateNotification.ts';
import type { NotificationPolicy, NotificationDecision } from './notificationPolicy.ts';
import { acknowledge, claim, claimedBy, claimLeaseMs, dueChanges, isOpen } from './claims.ts';

/**
 * How long a notifier may take to answer, milliseconds. One that has not answered by then never will, and the claim of
 * this window is still valid at that time.
 */
const notifyDeadlineMs = claimLeaseMs / 3;

interface NotificationSchedulerOptions {
  readonly journal: JournalStore;
  readonly policy: Pick<NotificationPolicy, 'decide' | 'endUnwanted' | 'isOtherInFront'>;
  readonly notifier: Notifier;
  readonly clock: Clock;
  readonly log: Log;
  readonly window: string;
  /** Returns a new name for an attempt, unique among all windows. */
  readonly newToken: () => string;
}

/** How long changes from a poll or a check wait for those of other requests, to be shown together, milliseconds. */
const settleMs = 1000;
/** The same after pushes. They name the projects that changed, and the platform sends those of one moment at once. */
const pushedSettleMs = 150;
/** The grace time: how long other windows leave a change to the window in front, which may take as long to answer. */
const focusedWindowGraceMs = notifyDeadlineMs;

/** Shows the changes that are due in this window: claim, show, acknowledge, in this order and one attempt at a time. */
export class NotificationScheduler implements Disposable {
  readonly #options: NotificationSchedulerOptions;
  readonly #disposal = new AbortController();
  #timer: Disposable | undefined;
  #state: 'idle' | 'settling' | 'notifying' = 'idle';
  /** Whether another window was in front when the wait was chosen. */
  #wasOtherInFront = false;

  constructor(options: NotificationSchedulerOptions) {
    this.#options = options;
  }

  /** Call whenever a change may have become due. */
  schedule(): void {
    if (this.#state === 'idle' && this.#options.journal.current.changes.some(isOpen)) this.#settle();
  }

  /** Call when a window gains or loses the focus, this one or another: a wait that has begun may have become wrong. */
  refocus(): void {
    if (this.#state === 'settling' && this.#wasOtherInFront !== this.#options.policy.isOtherInFront)
      this.#plan('idle', 0);
    this.schedule();
  }

  dispose(): void {
    this.#disposal.abort();
    this.#timer?.dispose();
  }

  #isDue(isMine: (change: ChangeRecord) => boolean): boolean {
    return dueChanges(this.#options.journal.current, this.#options.clock.now(), isMine).length > 0;
  }

  #settle(): void {
    // The grace time that begins now is for these changes only. A change that comes while it lasts gets its own.
    const open = this.#options.journal.current.changes.filter(isOpen);
    this.#wasOtherInFront = this.#options.policy.isOtherInFront;
    const areAllPushed = open.every(({ source }) => source === 'webhook' || source === 'doorbell');
    const ms = this.#wasOtherInFront ? focusedWindowGraceMs : areAllPushed ? pushedSettleMs : settleMs;
    this.#plan('settling', ms, new Set(open.map(({ id }) => id)));
  }

  #plan(state: 'idle' | 'settling', ms: number, seen: ReadonlySet<number> = new Set()): void {
    this.#timer?.dispose();
    this.#state = state;
    if (this.#disposal.signal.aborted) return;
    this.#timer = this.#options.clock.setTimer(ms, () => {
      if (state === 'idle') {
        this.schedule();
        return;
      }
      this.#notify(seen).catch((error: unknown) => {
        this.#options.log.error(`Could not show a change: ${messageOf(error)}`);
        this.#plan('idle', claimLeaseMs);
      });
    });
  }

  async #notify(seen: ReadonlySet<number>): Promise<void> {
    this.#state = 'notifying';
    const hasNotified = await this.#attempt((change, current) =>
      this.#options.policy.decide(current, change, seen.has(change.id)),
    );
    const isNew = ({ id }: ChangeRecord) => hasNotified || !seen.has(id);
    if (this.#isDue(isNew)) this.#settle();
    // Looks again later, because a claim that is never acknowledged expires without an event.
    else if (this.#options.journal.current.changes.some(isOpen)) this.#plan('idle', claimLeaseMs);
    else this.#state = 'idle';
  }

  /**
   * Ends the changes that the user does not want, and claims and shows the others that are due.
   * @returns whether the notifier got changes; false if none was due, or if this window cannot or may not show them
   */
  async #attempt(decide: (change: ChangeRecord, journal: Journal) => NotificationDecision): Promise<boolean> {
    const { journal, policy, notifier, clock, window, newToken } = this.#options;
    if (!this.#isDue((change) => decide(change, journal.current) !== 'later')) return false;
    if (!(await this.#ask(() => notifier.isReady()))) return false;
    const token = newToken();
    const isMine = (change: ChangeRecord) => decide(change, journal.current) === 'now';
    const after = await journal.update((current) =>
      claim(policy.endUnwanted(current), {
        token,
        window,
        now: clock.now(),
        isMine: (change) => decide(change, current) === 'now',
      }),
    );
    const claimed = claimedBy(after, token);
    // If the disk has failed during this update, another window may be the one to show the changes.
    if (!claimed?.changes.every(isMine) || this.#disposal.signal.aborted) return false;
    // If this process has slept since then, another window may have taken over the claim and shown the changes.
    await journal.load();
    if (!claimedBy(journal.current, token)) return false;
    // The window must be ready after the toast too: a toast in a dead window was not seen.
    const isShown =
      (await this.#ask((signal) => notifier.notify(notificationOf(after, claimed), signal))) &&
      (await this.#ask(() => notifier.isReady()));
    if (isShown) await journal.update((current) => acknowledge(current, token, clock.now()));
    return true;
  }

  /** Returns the notifier's answer; false if it is late or rejects, because it may then have shown nothing. */
  async #ask(question: (signal: AbortSignal) => Promise<boolean>): Promise<boolean> {
    const { clock, log } = this.#options;
    try {
      return await withDeadline({ clock, ms: notifyDeadlineMs, signal: this.#disposal.signal }, question);
    } catch (error) {
      log.warn(`The window could not show a change: ${messageOf(error)}`);
      return false;
    }
  }
}
