import type { Clock } from '../../clock.ts';
import type { ChangeRecord, Journal } from '../journal/journal.ts';
import type { JournalStore } from '../journal/journalStore.ts';
import { isGateChange } from '../journal/observe.ts';
import type { WatchedConnection } from '../model.ts';
import type { WindowPort, WindowRegistry } from '../windows/windowRegistry.ts';
import type { Election } from '../windows/election.ts';
import { isOpen, isClaimed } from './claims.ts';
import { isMuted } from './mutes.ts';

/** `now`: this window may show it. `later`: another window shows it, or shows it first. `no`: it is unwanted. */
export type NotificationDecision = 'now' | 'later' | 'no';

interface NotificationPolicyOptions {
  readonly journal: Pick<JournalStore, 'storageFailure' | 'isOnlyHere'>;
  readonly leadership: Pick<Election, 'epochOf'>;
  readonly registry: Pick<WindowRegistry, 'isOtherFocused' | 'isOtherFocusedLater'>;
  readonly window: Pick<WindowPort, 'isFocused'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Returns what this window watches of a connection; undefined for nothing. */
  readonly watchedOf: (connection: string) => WatchedConnection | undefined;
  readonly notifiesNewIssues: () => boolean;
  /** Whether the user wants notifications of gates that passed, too. */
  readonly notifiesPassed: () => boolean;
}

/** Decides for one window, from the windows, the lease, the mutes and the settings, when a change is shown. */
export class NotificationPolicy {
  readonly #options: NotificationPolicyOptions;

  constructor(options: NotificationPolicyOptions) {
    this.#options = options;
  }

  /** Whether the user most likely looks at another window of this editor. */
  get isOtherInFront(): boolean {
    return !this.#isInFront && this.#options.registry.isOtherFocused;
  }

  /** @param isAfterGrace Whether the window in front has had its grace time for this change. */
  decide(journal: Journal, change: ChangeRecord, isAfterGrace: boolean): NotificationDecision {
    if (this.#isUnwanted(journal, change)) return 'no';
    return this.#mayShow(change, isAfterGrace) ? 'now' : 'later';
  }

  /**
   * Ends the pending changes that the user does not want. A change that a valid claim holds stays pending, because it
   * may be on the screen.
   * @returns the same journal if no change ended
   */
  endUnwanted(journal: Journal): Journal {
    const now = this.#options.clock.now();
    const isEnded = (change: ChangeRecord) =>
      isOpen(change) && !isClaimed(change, now) && this.#isUnwanted(journal, change);
    if (!journal.changes.some(isEnded)) return journal;
    const outcome = { as: 'muted', at: now } as const;
    const changes = journal.changes.map((change) => (isEnded(change) ? { ...change, outcome } : change));
    return { ...journal, changes };
  }

  get #isInFront(): boolean {
    const { window, registry } = this.#options;
    return window.isFocused() && !registry.isOtherFocusedLater;
  }

  #isUnwanted(journal: Journal, change: ChangeRecord): boolean {
    const { clock, notifiesNewIssues, notifiesPassed, watchedOf } = this.#options;
    if (!isGateChange(change) && !notifiesNewIssues()) return true;
    if (isGateChange(change) && change.to === 'OK' && !notifiesPassed()) return true;
    if (watchedOf(change.connection)?.connection.receiveNotifications === false) return true;
    return isMuted(journal, change, clock.now());
  }

  /**
   * Whether this window may show the change. The window in front shows all changes. It may have crashed, so after its
   * grace time another window that seems to have the focus shows all too, and a window without focus the changes of its
   * folders. While claims cannot be stored, the leader shows the changes that it alone knows, focused or not.
   */
  #mayShow(change: ChangeRecord, isAfterGrace: boolean): boolean {
    const { journal, leadership, window, watchedOf } = this.#options;
    if (journal.storageFailure)
      return leadership.epochOf(change.connection) !== undefined && journal.isOnlyHere(change);
    if (this.#isInFront) return true;
    if (!isAfterGrace) return false;
    const gates = watchedOf(change.connection)?.gates ?? [];
    return window.isFocused() || gates.some(({ project }) => project === change.project);
  }
}
