import type { Clock } from '../clock.ts';
import { withDeadline } from '../deadline.ts';
import type { Disposable } from '../disposables.ts';
import { messageOf } from '../failures.ts';
import type { Log } from '../log.ts';
import type { Change } from './journal.ts';
import type { JournalStore } from './journalStore.ts';
import { dropMuted } from './mutes.ts';
import { newsOf, type Teller } from './news.ts';
import { acknowledge, claim, claimedBy, claimLifetimeMs, isDue, isOpen } from './tell.ts';

/** A teller that has not answered by then never will; its claim is still its own at that time. */
const tellDeadlineMs = claimLifetimeMs / 2;

export interface AnnouncerOptions {
  readonly journal: JournalStore;
  readonly teller: Teller;
  readonly clock: Clock;
  readonly log: Log;
  /** Id of the window. */
  readonly window: string;
  /** A new name for each attempt, unique among all windows. */
  readonly newToken: () => string;
  readonly isSwitchedOff: (change: Change) => boolean;
}

/** Changes that come together are told together. */
const settleMs = 1000;

/** Tells what is due in this window: claim, show, acknowledge, in this order and one attempt at a time. */
export class Announcer implements Disposable {
  readonly #options: AnnouncerOptions;
  readonly #disposal = new AbortController();
  #timer: Disposable | undefined;
  #state: 'idle' | 'settling' | 'telling' = 'idle';

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  /** Call whenever something may have become due. */
  announce(): void {
    if (this.#state === 'idle' && this.#isAnything(isOpen)) this.#plan('settling', settleMs);
  }

  dispose(): void {
    this.#disposal.abort();
    this.#timer?.dispose();
  }

  #isAnything(test: (change: Change) => boolean): boolean {
    return this.#options.journal.current.changes.some(test);
  }

  #plan(state: 'idle' | 'settling', ms: number): void {
    this.#timer?.dispose();
    this.#state = state;
    if (this.#disposal.signal.aborted) return;
    this.#timer = this.#options.clock.setTimer(ms, () => {
      this.#tell().catch((error: unknown) => {
        this.#options.log.error(`Could not tell a change: ${messageOf(error)}`);
        this.#plan('idle', claimLifetimeMs);
      });
    });
  }

  async #tell(): Promise<void> {
    this.#state = 'telling';
    const isDone = await this.#attempt();
    const { clock } = this.#options;
    if (isDone && this.#isAnything((change) => isDue(change, clock.now()))) this.#plan('settling', settleMs);
    // A claim that nobody acknowledges makes no noise when it expires.
    else if (this.#isAnything(isOpen)) this.#plan('idle', claimLifetimeMs);
    else this.#state = 'idle';
  }

  /** False: this window cannot show anything now. */
  async #attempt(): Promise<boolean> {
    const { journal, teller, clock, window, newToken, isSwitchedOff } = this.#options;
    if (!this.#isAnything((change) => isDue(change, clock.now()))) return true;
    if (!(await this.#ask(() => teller.isReady()))) return false;
    const token = newToken();
    const claimed = claimedBy(
      await journal.update((current) => {
        const now = clock.now();
        return claim(dropMuted(current, now, isSwitchedOff), { token, window, now });
      }),
      token,
    );
    if (!claimed || this.#disposal.signal.aborted) return true;
    if (await this.#ask(() => teller.tell(newsOf(journal.current, claimed))))
      await journal.update((current) => acknowledge(current, token, clock.now()));
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
