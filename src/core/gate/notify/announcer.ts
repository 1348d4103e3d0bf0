import type { Clock } from '../../clock.ts';
import { withDeadline } from '../../deadline.ts';
import type { Disposable } from '../../disposables.ts';
import { messageOf } from '../../failures.ts';
import type { Log } from '../../log.ts';
import type { Change } from '../journal/journal.ts';
import type { JournalStore } from '../journal/journalStore.ts';
import { dropMuted } from './mutes.ts';
import { newsOf, type Teller } from './news.ts';
import { acknowledge, claim, claimedBy, claimLifetimeMs, dueChanges, isOpen } from './tell.ts';

/** A teller that has not answered by then never will; its claim is still its own at that time. */
const tellDeadlineMs = claimLifetimeMs / 3;

interface AnnouncerOptions {
  readonly journal: JournalStore;
  readonly teller: Teller;
  readonly clock: Clock;
  readonly log: Log;
  /** Id of the window. */
  readonly window: string;
  /** A new name for each attempt, unique among all windows. */
  readonly newToken: () => string;
  readonly isSwitchedOff: (change: Change) => boolean;
  /** Whether the user most likely looks at another window of this editor. */
  readonly isOtherInFront: () => boolean;
  /** Whether this window tells it, and whether it does after it left the one in front time to. */
  readonly isMine: (change: Change, isAfterCourtesy: boolean) => boolean;
}

/** How long changes that a poll or a check finds wait for those of other requests, to be told together. */
const settleMs = 1000;
/** The same after pushes, which name the projects that changed: the platform sends those of one moment at once. */
const pushedSettleMs = 150;
/** How long the others leave a change to the window in front. */
const courtesyMs = 4000;

/** Tells what is due in this window: claim, show, acknowledge, in this order and one attempt at a time. */
export class Announcer implements Disposable {
  readonly #options: AnnouncerOptions;
  readonly #disposal = new AbortController();
  #timer: Disposable | undefined;
  #state: 'idle' | 'settling' | 'telling' = 'idle';
  /** What the time to settle was chosen by. */
  #wasOtherInFront = false;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  /** Call whenever something may have become due. */
  announce(): void {
    if (this.#state === 'idle' && this.#options.journal.current.changes.some(isOpen)) this.#settle();
  }

  /** The focus came or went, here or in another window: a courtesy that has begun may have become wrong. */
  refocus(): void {
    if (this.#state === 'settling' && this.#wasOtherInFront !== this.#options.isOtherInFront())
      this.#plan('idle', 0);
    this.announce();
  }

  dispose(): void {
    this.#disposal.abort();
    this.#timer?.dispose();
  }

  #isDue(isMine: (change: Change) => boolean): boolean {
    return dueChanges(this.#options.journal.current, this.#options.clock.now(), isMine).length > 0;
  }

  #settle(): void {
    // What comes while a courtesy lasts gets one of its own.
    const open = this.#options.journal.current.changes.filter(isOpen);
    this.#wasOtherInFront = this.#options.isOtherInFront();
    const areAllPushed = open.every(({ source }) => source === 'webhook' || source === 'doorbell');
    const ms = this.#wasOtherInFront ? courtesyMs : areAllPushed ? pushedSettleMs : settleMs;
    this.#plan('settling', ms, new Set(open.map(({ id }) => id)));
  }

  #plan(state: 'idle' | 'settling', ms: number, seen: ReadonlySet<number> = new Set()): void {
    this.#timer?.dispose();
    this.#state = state;
    if (this.#disposal.signal.aborted) return;
    this.#timer = this.#options.clock.setTimer(ms, () => {
      if (state === 'idle') {
        this.announce();
        return;
      }
      this.#tell(seen).catch((error: unknown) => {
        this.#options.log.error(`Could not tell a change: ${messageOf(error)}`);
        this.#plan('idle', claimLifetimeMs);
      });
    });
  }

  async #tell(seen: ReadonlySet<number>): Promise<void> {
    this.#state = 'telling';
    const isMine = (change: Change) => this.#options.isMine(change, seen.has(change.id));
    const hasTold = await this.#attempt(isMine);
    const isNew = ({ id }: Change) => hasTold || !seen.has(id);
    if (this.#isDue(isNew)) this.#settle();
    // A claim that nobody acknowledges makes no noise when it expires.
    else if (this.#options.journal.current.changes.some(isOpen)) this.#plan('idle', claimLifetimeMs);
    else this.#state = 'idle';
  }

  /** False: nothing was claimed, as nothing was due or this window cannot show it. */
  async #attempt(isMine: (change: Change) => boolean): Promise<boolean> {
    const { journal, teller, clock, window, newToken, isSwitchedOff } = this.#options;
    if (!this.#isDue(isMine)) return false;
    if (!(await this.#ask(() => teller.isReady()))) return false;
    const token = newToken();
    const after = await journal.update((current) => {
      const now = clock.now();
      return claim(dropMuted(current, now, isSwitchedOff), { token, window, now, isMine });
    });
    const claimed = claimedBy(after, token);
    // A disk that failed this very moment has changed whose it is to tell.
    if (!claimed?.changes.every(isMine) || this.#disposal.signal.aborted) return false;
    // Should this process have slept since, another window has told it meanwhile.
    await journal.load();
    if (!claimedBy(journal.current, token)) return false;
    // A pulse after the toast too: what a dead window was given, nobody has seen.
    const isShown =
      (await this.#ask(() => teller.tell(newsOf(after, claimed)))) &&
      (await this.#ask(() => teller.isReady()));
    if (isShown) await journal.update((current) => acknowledge(current, token, clock.now()));
    return true;
  }

  /** A teller whose window is gone never answers; a broken one rejects. Neither has shown anything for sure. */
  async #ask(question: () => Promise<boolean>): Promise<boolean> {
    const { clock, log } = this.#options;
    try {
      return await withDeadline({ clock, ms: tellDeadlineMs, signal: this.#disposal.signal }, question);
    } catch (error) {
      log.warn(`The window could not show a change: ${messageOf(error)}`);
      return false;
    }
  }
}
