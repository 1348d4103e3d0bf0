import type { Clock } from '../clock.ts';
import type { Event } from '../events.ts';
import type { Failure } from '../failures.ts';
import { gateKey, type GateId } from './model.ts';
import { gateChangeOf, type GateChange } from './notify/gateNotification.ts';
import { isMuted, mute, muteOf, unmute } from './notify/mutes.ts';
import {
  connectionOf,
  projectNameOf,
  type ChangeRecord,
  type GateRecord,
  type HiddenGate,
  type Mute,
  type PollRecord,
  type Journal,
} from './journal/journal.ts';
import type { JournalStore } from './journal/journalStore.ts';
import { isGateChange } from './journal/observe.ts';
import { recordProjects } from './poll/pollResult.ts';

export interface GateView {
  /** The last observation; undefined before the first one. */
  readonly gate: GateRecord | undefined;
  /** Set if the platform does not show the gate, or no longer does. */
  readonly hidden: HiddenGate | undefined;
}

/** Why the gates of a connection may be out of date. */
export interface PollError {
  /** A `PollErrorCode`, or another text that a newer version has written. */
  readonly code: string;
  /** Milliseconds since the epoch, by the local clock. */
  readonly since: number;
  /** When the next poll is due, by the same clock; undefined if none is planned. */
  readonly nextPollAt: number | undefined;
}

/** Gates, polls, changes and mutes as all windows know them, for views and commands. */
export class GateJournal {
  readonly #store: JournalStore;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(store: JournalStore, clock: Pick<Clock, 'now'>) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Fires when any answer of this object may have changed, in any window. */
  get onDidChange(): Event<void> {
    return this.#store.onDidChange;
  }

  /** Why changes are neither stored nor shared with other windows; undefined while the disk works. */
  get storageFailure(): Failure | undefined {
    return this.#store.storageFailure;
  }

  /** The state of the first gate that exists: of the pull request of `branch`, of `branch`, of the main branch. */
  gateOf(connection: string, project: string, branch?: string): GateView {
    const record = connectionOf(this.#store.current, connection);
    const viewOf = (id: GateId): GateView => {
      const isIt = (gate: GateId) => gateKey(gate) === gateKey(id);
      return { gate: record?.gates.find(isIt), hidden: record?.hidden.find(isIt) };
    };
    const pull =
      branch === undefined
        ? undefined
        : record?.gates.find((gate) => gate.project === project && gate.head === branch);
    const pullView = pull && viewOf(pull);
    if (pullView && !pullView.hidden) return pullView;
    const own = viewOf({ project, branch });
    return own.gate && !own.hidden ? own : viewOf({ project });
  }

  nameOf(connection: string, project: string): string | undefined {
    return projectNameOf(this.#store.current, connection, project);
  }

  async rename(connection: string, project: string, name: string): Promise<void> {
    await this.#store.update((journal) => recordProjects(journal, connection, [{ key: project, name }]));
  }

  /**
   * When a check of the project last succeeded, or of any project of the connection: a poll, a manual check or a push.
   * Local clock, in milliseconds since the epoch; undefined before the first.
   */
  checkedAt(connection: string, project?: string): number | undefined {
    const record = connectionOf(this.#store.current, connection);
    const own = record?.projects.filter(({ key }) => project === undefined || key === project) ?? [];
    const times = [record?.poll.lastSuccess, ...own.map((one) => one.checkedAt)].filter(
      (at) => at !== undefined,
    );
    return times.length > 0 ? Math.max(...times) : undefined;
  }

  /** How the polls of a connection went; undefined before the first poll of any window. */
  pollOf(connection: string): PollRecord | undefined {
    return connectionOf(this.#store.current, connection)?.poll;
  }

  pollErrorOf(connection: string): PollError | undefined {
    const poll = this.pollOf(connection);
    return poll?.failure && { ...poll.failure, nextPollAt: poll.nextPollAt };
  }

  /** Why the platform refuses events. Without them, the causes of changes and new issues are unknown. */
  eventsRefused(connection: string): PollError | undefined {
    const refused = this.pollOf(connection)?.eventsRefused;
    return refused && { ...refused, nextPollAt: undefined };
  }

  /** Gate changes of the last 30 days with their outcomes, oldest first. */
  changes(): readonly (GateChange & Pick<ChangeRecord, 'outcome'>)[] {
    const journal = this.#store.current;
    const changes = journal.changes.filter(isGateChange);
    return changes.map((change) => ({ ...gateChangeOf(journal, change), outcome: change.outcome }));
  }

  async clearHistory(): Promise<void> {
    await this.#store.update(clearHistory);
  }

  /** The mute of exactly this project, or of the connection as a whole; undefined if it is not muted now. */
  muteOf(connection: string, project?: string): Mute | undefined {
    return muteOf(this.#store.current, { connection, project }, this.#clock.now());
  }

  /** Whether the project or its whole connection is muted now. */
  isMuted(connection: string, project: string): boolean {
    return isMuted(this.#store.current, { connection, project }, this.#clock.now());
  }

  async mute(added: Omit<Mute, 'at'>): Promise<void> {
    await this.#store.update((journal) => mute(journal, { ...added, at: this.#clock.now() }));
  }

  async unmute(lifted: Pick<Mute, 'connection' | 'project'>): Promise<void> {
    await this.#store.update((journal) => unmute(journal, lifted));
  }
}

/** Deletes the changes that have ended. Pending changes and all statuses stay. */
function clearHistory(journal: Journal): Journal {
  const open = journal.changes.filter(({ outcome }) => !outcome);
  return open.length === journal.changes.length ? journal : { ...journal, changes: open };
}

/** The part of the history that the user wants to see. */
export type HistoryFilter =
  | { readonly by: 'nothing' }
  | { readonly by: 'result'; readonly result: 'failed' | 'passed' }
  | { readonly by: 'connection'; readonly connection: string }
  | { readonly by: 'project'; readonly connection: string; readonly project: string };

export function filterHistory<T extends Pick<ChangeRecord, 'connection' | 'project' | 'to'>>(
  changes: readonly T[],
  filter: HistoryFilter,
): readonly T[] {
  switch (filter.by) {
    case 'nothing':
      return changes;
    case 'result':
      return changes.filter(({ to }) => (to === 'OK') === (filter.result === 'passed'));
    case 'connection':
      return changes.filter(({ connection }) => connection === filter.connection);
    case 'project':
      return changes.filter(
        ({ connection, project }) => connection === filter.connection && project === filter.project,
      );
  }
}
