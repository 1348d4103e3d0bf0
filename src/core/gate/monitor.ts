import type { Api } from '../api/client.ts';
import type { Clock } from '../clock.ts';
import type { Connection } from '../connections/connection.ts';
import { DisposableStore, type Disposable } from '../disposables.ts';
import type { Event } from '../events.ts';
import type { Failure } from '../failures.ts';
import type { Log } from '../log.ts';
import { NotificationScheduler } from './notify/notificationScheduler.ts';
import { ConnectionPoller, type WatchedConnection } from './poll/connectionPoller.ts';
import { Election } from './windows/election.ts';
import { clearHistory } from './journal/history.ts';
import {
  connectionOf,
  type ChangeRecord,
  type Gate,
  type HiddenGate,
  type Mute,
  type PollRecord,
} from './journal/journal.ts';
import { JournalStore } from './journal/journalStore.ts';
import type { GateFiles, Pushes, WindowPort } from './monitorPorts.ts';
import { isMuted, mute, muteOf, unmute } from './notify/mutes.ts';
import { gateChangeOf, type GateChange, type Notifier } from './notify/gateNotification.ts';
import { isGateChange } from './journal/observe.ts';
import { WindowRegistry } from './windows/windowRegistry.ts';
import { gateKey, type GateId, type PushNotice, type WatchTarget } from './model.ts';

export interface GateMonitorOptions {
  /** Resolves with undefined if the connection has no token. */
  readonly apiFor: (connection: Connection) => Promise<Api | undefined>;
  readonly files: GateFiles;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: Log;
  readonly notifier: Notifier;
  readonly window: WindowPort;
  /** Polling interval in milliseconds, read before each poll. */
  readonly intervalMs: () => number;
  /** The interval while no window has the focus, milliseconds. Undefined: five times as long. */
  readonly unfocusedIntervalMs?: () => number | undefined;
  /** Whether the user wants notifications of new issues. Absent: yes. */
  readonly notifiesNewIssues?: () => boolean;
  /** Absent: changes are not pushed. */
  readonly pushes?: Pushes;
}

/** The known state of one gate. */
export interface GateView {
  /** The last observation; undefined before the first one. */
  readonly gate: Gate | undefined;
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

/** Watches the gates of one window's subjects and notifies the user of changes. Imperative shell of the journal. */
export class GateMonitor implements Disposable {
  readonly #options: GateMonitorOptions;
  readonly #scope = new DisposableStore();
  readonly #journal: JournalStore;
  readonly #election: Election;
  readonly #registry: WindowRegistry;
  readonly #scheduler: NotificationScheduler;
  readonly #pollers = new Map<string, ConnectionPoller>();
  #watched: ReadonlyMap<string, WatchedConnection> = new Map();
  #isStarted = false;
  #isViewed = false;
  #attempts = 0;

  constructor(options: GateMonitorOptions) {
    this.#options = options;
    const { files, clock, log, notifier, window } = options;
    const journal = new JournalStore({
      file: files.journal,
      clock,
      log,
      leads: (uuid) => this.#election.epochOf(uuid) !== undefined,
    });
    this.#journal = this.#scope.add(journal);
    this.#registry = this.#scope.add(
      new WindowRegistry(window.id, { registryStore: files.registryStore, clock, log }),
    );
    this.#election = this.#scope.add(
      new Election({
        lockOf: files.lockOf,
        epochFloor: (uuid) => connectionOf(journal.current, uuid)?.epoch ?? 0,
        isWindowAlive: () => notifier.isReady(),
        clock,
        log,
      }),
    );
    this.#scheduler = this.#scope.add(
      new NotificationScheduler({
        journal,
        notifier,
        clock,
        log,
        window: window.id,
        newToken: () => `${window.id}/${this.#attempts++}`,
        isSwitchedOff: (change) => this.#isSwitchedOff(change),
        isOtherInFront: () => !this.#isInFront && this.#registry.isOtherFocused,
        isMine: (change, isAfterGrace) => this.#isMine(change, isAfterGrace),
      }),
    );
  }

  /** Fires when `gateOf`, `pollErrorOf`, `storageFailure` or `changes` may have changed, in any window. */
  get onDidChange(): Event<void> {
    return this.#journal.onDidChange;
  }

  /** Why changes are neither stored nor shared with other windows; undefined while the disk works. */
  get storageFailure(): Failure | undefined {
    return this.#journal.storageFailure;
  }

  async start(): Promise<void> {
    const { window } = this.#options;
    await Promise.all([this.#journal.load(), this.#registry.start()]);
    if (this.#scope.isDisposed) return;
    this.#isStarted = true;
    this.#scope.add(
      this.#journal.onDidChange(() => {
        this.#eachPoller((poller) => {
          poller.followJournal();
        });
        this.#scheduler.schedule();
      }),
    );
    this.#scope.add(
      this.#election.onDidChange(() => {
        this.#eachPoller((poller) => {
          poller.schedule();
        });
      }),
    );
    this.#scope.add(
      this.#registry.onDidChange(() => {
        this.#eachPoller((poller) => {
          poller.attend();
        });
        this.#scheduler.refocus();
      }),
    );
    const { pushes } = this.#options;
    if (pushes)
      this.#scope.add(
        pushes.onDidChange(() => {
          this.#eachPoller((poller) => {
            poller.schedule();
          });
        }),
      );
    this.#scope.add(
      window.onDidChangeFocus(() => {
        this.#publishFocus();
      }),
    );
    this.#begin();
    this.#publishFocus();
    this.#scheduler.schedule();
  }

  /** Replaces the subjects that this window watches. A connection without subjects gets no requests. */
  watch(targets: readonly WatchTarget[]): void {
    this.#watched = groupByConnection(targets);
    for (const [uuid, poller] of this.#pollers) {
      if (this.#watched.has(uuid)) continue;
      poller.dispose();
      this.#pollers.delete(uuid);
    }
    for (const [uuid, watched] of this.#watched) {
      const poller = this.#pollers.get(uuid) ?? this.#newPoller(watched);
      poller.watch(watched);
      this.#pollers.set(uuid, poller);
    }
    const gates = [...this.#watched].flatMap(([connection, { gates }]) =>
      gates.map((gate) => ({ ...gate, connection })),
    );
    void this.#registry.publish({ gates });
    if (this.#isStarted) this.#begin();
  }

  /**
   * Tells the monitor whether this window shows gates in a visible view. While it does, connections without
   * notifications are polled too (at once, then at the normal interval), but cause no notifications.
   */
  setViewed(isViewed: boolean): void {
    const appears = isViewed && !this.#isViewed;
    this.#isViewed = isViewed;
    if (this.#isStarted) this.#begin();
    if (!appears) return;
    for (const [uuid, { connection }] of this.#watched)
      if (!connection.receiveNotifications) void this.check(uuid);
  }

  /** Polls one connection, or all, now. Resolves when the answers are in; `pollErrorOf` then names failures. */
  async check(connection?: string): Promise<void> {
    const pollers = [...this.#pollers].filter(([uuid]) => connection === undefined || uuid === connection);
    await Promise.all(pollers.map(([, poller]) => poller.check()));
  }

  /** Call after a successful check: if the connection's polls fail, polls at once without back-off. Never rejects. */
  async recover(connection: string): Promise<void> {
    await this.#pollers.get(connection)?.recover();
  }

  /**
   * Takes a push from the webhook receiver or the relay client. Pushes may be late, repeated and out of order, so a
   * push only makes the monitor poll at once; the change that it finds is the same for every source. Any window may
   * call this; one call is enough, see `leads`. Resolves when the answers are in, never rejects.
   */
  async receivePush({ connection, project, source }: PushNotice): Promise<void> {
    await this.#pollers.get(connection)?.receivePush(project, source);
  }

  /** Whether this window leads the connection: it alone polls it, and should listen for its pushes. */
  leads(connection: string): boolean {
    return this.#election.epochOf(connection) !== undefined;
  }

  /** The projects that any window watches on the connections that this window leads. It handles their pushes. */
  ledProjects(): readonly { readonly connection: string; readonly project: string }[] {
    return [...this.#pollers.keys()]
      .filter((uuid) => this.leads(uuid))
      .flatMap((connection) =>
        [...new Set(this.#registry.gatesOf(connection).map(({ project }) => project))].map((project) => ({
          connection,
          project,
        })),
      );
  }

  /** Fires when this window gains or loses the leadership of a connection. */
  get onDidChangeLeadership(): Event<void> {
    return this.#election.onDidChange;
  }

  /** The state of `branch`, or of the main branch if `branch` is undefined or the platform does not have it. */
  gateOf(connection: string, project: string, branch?: string): GateView {
    const record = connectionOf(this.#journal.current, connection);
    const viewOf = (id: GateId): GateView => {
      const isIt = (gate: GateId) => gateKey(gate) === gateKey(id);
      return { gate: record?.gates.find(isIt), hidden: record?.hidden.find(isIt) };
    };
    const own = viewOf({ project, branch });
    return own.gate && !own.hidden ? own : viewOf({ project });
  }

  /** How the polls of a connection went; undefined before the first poll of any window. */
  pollOf(connection: string): PollRecord | undefined {
    return connectionOf(this.#journal.current, connection)?.poll;
  }

  pollErrorOf(connection: string): PollError | undefined {
    const poll = connectionOf(this.#journal.current, connection)?.poll;
    return poll?.failure && { ...poll.failure, nextPollAt: poll.nextPollAt };
  }

  /** Why the platform refuses events. Without them, the causes of changes and new issues are unknown. */
  eventsRefused(connection: string): PollError | undefined {
    const refused = connectionOf(this.#journal.current, connection)?.poll.eventsRefused;
    return refused && { ...refused, nextPollAt: undefined };
  }

  /** Gate changes of the last 30 days with their outcomes, oldest first. */
  changes(): readonly (GateChange & Pick<ChangeRecord, 'outcome'>)[] {
    const journal = this.#journal.current;
    const gateChanges = journal.changes.filter(isGateChange);
    return gateChanges.map((change) => ({ ...gateChangeOf(journal, change), outcome: change.outcome }));
  }

  /** Deletes the changes that have ended, for all windows. */
  async clearHistory(): Promise<void> {
    await this.#journal.update(clearHistory);
  }

  /** The mute of exactly this project, or of the connection as a whole; undefined if it is not muted now. */
  muteOf(connection: string, project?: string): Mute | undefined {
    return muteOf(this.#journal.current, { connection, project }, this.#options.clock.now());
  }

  /** Whether the project or its whole connection is muted now. */
  isMuted(connection: string, project: string): boolean {
    return isMuted(this.#journal.current, { connection, project }, this.#options.clock.now());
  }

  async mute(added: Omit<Mute, 'at'>): Promise<void> {
    await this.#journal.update((journal) => mute(journal, { ...added, at: this.#options.clock.now() }));
  }

  async unmute(lifted: Pick<Mute, 'connection' | 'project'>): Promise<void> {
    await this.#journal.update((journal) => unmute(journal, lifted));
  }

  dispose(): void {
    this.#eachPoller((poller) => {
      poller.dispose();
    });
    this.#pollers.clear();
    this.#scope.dispose();
  }

  #publishFocus(): void {
    const { window, clock } = this.#options;
    const isFocused = window.isFocused();
    void this.#registry.publish({ isFocused, focusedAt: isFocused ? clock.now() : undefined });
  }

  #begin(): void {
    const polled = [...this.#watched].filter(
      ([, { connection }]) => connection.receiveNotifications || this.#isViewed,
    );
    this.#election.standFor(polled.map(([uuid]) => uuid));
    this.#eachPoller((poller) => {
      poller.schedule();
    });
  }

  #eachPoller(use: (poller: ConnectionPoller) => void): void {
    for (const poller of this.#pollers.values()) use(poller);
  }

  #newPoller(watched: WatchedConnection): ConnectionPoller {
    const { apiFor, clock, random, log, intervalMs, unfocusedIntervalMs, pushes } = this.#options;
    const { uuid } = watched.connection;
    return new ConnectionPoller(
      {
        apiFor,
        clock,
        log,
        journal: this.#journal,
        leadership: this.#election,
        isSwitchedOff: (change) => this.#isSwitchedOff(change),
        isViewed: () => this.#isViewed,
        watchedByAll: () => this.#registry.gatesOf(uuid),
        cadence: () => ({
          intervalMs: intervalMs(),
          unfocusedIntervalMs: unfocusedIntervalMs?.(),
          isFocused: this.#registry.isAnyFocused,
          isPushed:
            pushes !== undefined &&
            this.#registry.gatesOf(uuid).every(({ project }) => pushes.covers(project)),
          random: random(),
        }),
      },
      watched,
    );
  }

  get #isInFront(): boolean {
    return this.#options.window.isFocused() && !this.#registry.isOtherFocusedLater;
  }

  /**
   * Whether this window may show the change. The window in front shows all. After its grace time, as it may have
   * crashed, another window that believes to have the focus shows all too, and one without focus the changes of its
   * folders. While claims cannot be stored, the leader shows the changes that it alone knows, focused or not.
   */
  #isMine(change: ChangeRecord, isAfterGrace: boolean): boolean {
    const { connection, project } = change;
    if (this.#journal.storageFailure)
      return this.#election.epochOf(connection) !== undefined && this.#journal.isOnlyHere(change);
    if (this.#isInFront) return true;
    const gates = this.#watched.get(connection)?.gates ?? [];
    const isClose = this.#options.window.isFocused() || gates.some((gate) => gate.project === project);
    return isAfterGrace && isClose;
  }

  #isSwitchedOff(change: ChangeRecord): boolean {
    const { notifiesNewIssues = () => true } = this.#options;
    if (!isGateChange(change) && !notifiesNewIssues()) return true;
    return this.#watched.get(change.connection)?.connection.receiveNotifications === false;
  }
}

function groupByConnection(targets: readonly WatchTarget[]): ReadonlyMap<string, WatchedConnection> {
  const groups = new Map<string, { connection: Connection; gates: Map<string, GateId> }>();
  for (const { connection, project, branch } of targets) {
    const group = groups.get(connection.uuid) ?? { connection, gates: new Map<string, GateId>() };
    group.gates.set(gateKey({ project, branch }), { project, branch });
    groups.set(connection.uuid, group);
  }
  return new Map(
    [...groups].map(([uuid, { connection, gates }]) => [uuid, { connection, gates: [...gates.values()] }]),
  );
}
