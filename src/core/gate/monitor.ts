import { DisposableStore, type Disposable } from '../disposables.ts';
import type { Event } from '../events.ts';
import { NotificationScheduler } from './notify/notificationScheduler.ts';
import { ConnectionPoller } from './poll/connectionPoller.ts';
import { Election, type GenerationLock } from './windows/election.ts';
import { GateJournal } from './gateJournal.ts';
import { connectionOf } from './journal/journal.ts';
import { JournalStore, type JournalFile } from './journal/journalStore.ts';
import { groupByConnection, type PushNotice, type WatchedConnection, type WatchTarget } from './model.ts';
import { NotificationPolicy } from './notify/notificationPolicy.ts';
import { WindowRegistry, type WindowPort, type WindowRegistryStore } from './windows/windowRegistry.ts';
import type { Api } from '../api/client.ts';
import type { Clock } from '../clock.ts';
import type { Connection } from '../connections/connection.ts';
import type { Log } from '../log.ts';
import type { Notifier } from './notify/gateNotification.ts';

/** The files that the windows of one editor share, below one folder. Opened by src/node/files/gateFiles.ts. */
export interface GateFiles {
  readonly journal: JournalFile;
  readonly registryStore: WindowRegistryStore;
  readonly lockOf: (connection: string) => GenerationLock;
}

/** A relay or a webhook receiver that announces changes. */
export interface Pushes {
  /** Returns whether a change of this project would be announced now. */
  covers(project: string): boolean;
  /** Fires when `covers` may return another value. */
  readonly onDidChange: Event<void>;
}

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
  /** Whether the user wants notifications of gates that passed. Absent: yes. */
  readonly notifiesPassed?: () => boolean;
  /** Absent: changes are not pushed. */
  readonly pushes?: Pushes;
}

/** Watches the gates of one window's targets and notifies the user of changes. Imperative shell of the journal. */
export class GateMonitor implements Disposable {
  readonly journal: GateJournal;
  readonly #options: GateMonitorOptions;
  readonly #scope = new DisposableStore();
  readonly #store: JournalStore;
  readonly #election: Election;
  readonly #registry: WindowRegistry;
  readonly #policy: NotificationPolicy;
  readonly #scheduler: NotificationScheduler;
  readonly #pollers = new Map<string, ConnectionPoller>();
  #watched: ReadonlyMap<string, WatchedConnection> = new Map();
  #isStarted = false;
  #isViewed = false;
  #attempts = 0;

  constructor(options: GateMonitorOptions) {
    this.#options = options;
    const { files, clock, log, notifier, window } = options;
    this.#store = this.#scope.add(
      new JournalStore({ file: files.journal, clock, log, leads: (uuid) => this.leads(uuid) }),
    );
    this.journal = new GateJournal(this.#store, clock);
    this.#registry = this.#scope.add(
      new WindowRegistry(window.id, { registryStore: files.registryStore, clock, log }),
    );
    this.#election = this.#scope.add(
      new Election({
        lockOf: files.lockOf,
        epochFloor: (uuid) => connectionOf(this.#store.current, uuid)?.epoch ?? 0,
        hasUnstoredChanges: (uuid) => this.#store.hasUnstoredChanges(uuid),
        isWindowAlive: () => notifier.isReady(),
        clock,
        log,
      }),
    );
    this.#policy = new NotificationPolicy({
      journal: this.#store,
      leadership: this.#election,
      registry: this.#registry,
      window,
      clock,
      watchedOf: (uuid) => this.#watched.get(uuid),
      notifiesNewIssues: options.notifiesNewIssues ?? (() => true),
      notifiesPassed: options.notifiesPassed ?? (() => true),
    });
    this.#scheduler = this.#scope.add(
      new NotificationScheduler({
        journal: this.#store,
        policy: this.#policy,
        notifier,
        clock,
        log,
        window: window.id,
        newToken: () => `${window.id}/${this.#attempts++}`,
      }),
    );
  }

  async start(): Promise<void> {
    await Promise.all([this.#store.load(), this.#registry.start()]);
    if (this.#scope.isDisposed) return;
    this.#isStarted = true;
    const reschedule = () => {
      for (const poller of this.#pollers.values()) poller.schedule();
    };
    const subscriptions = [
      this.#store.onDidChange(() => {
        for (const poller of this.#pollers.values()) poller.followJournal();
        this.#scheduler.schedule();
      }),
      this.#registry.onDidChange(() => {
        for (const poller of this.#pollers.values()) poller.attend();
        this.#scheduler.refocus();
      }),
      this.#election.onDidChange(reschedule),
      this.#options.pushes?.onDidChange(reschedule),
      this.#options.window.onDidChangeFocus(() => this.#publishFocus()),
    ];
    for (const subscription of subscriptions) if (subscription) this.#scope.add(subscription);
    this.#begin();
    this.#publishFocus();
    this.#scheduler.schedule();
  }

  /** Replaces the targets that this window watches. A connection without targets gets no requests. */
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
    const led = [...this.#pollers.keys()].filter((uuid) => this.leads(uuid));
    return led.flatMap((connection) => {
      const projects = new Set(this.#registry.gatesOf(connection).map(({ project }) => project));
      return [...projects].map((project) => ({ connection, project }));
    });
  }

  /** Whether the user most likely looks at another window of this editor. */
  get isOtherInFront(): boolean {
    return this.#policy.isOtherInFront;
  }

  /** Fires when this window gains or loses the leadership of a connection. */
  get onDidChangeLeadership(): Event<void> {
    return this.#election.onDidChange;
  }

  dispose(): void {
    for (const poller of this.#pollers.values()) poller.dispose();
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
    for (const poller of this.#pollers.values()) poller.schedule();
  }

  #newPoller(watched: WatchedConnection): ConnectionPoller {
    const { apiFor, clock, random, log, intervalMs, unfocusedIntervalMs, pushes } = this.#options;
    const { uuid } = watched.connection;
    return new ConnectionPoller(
      {
        apiFor,
        clock,
        log,
        journal: this.#store,
        leadership: this.#election,
        policy: this.#policy,
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
}
