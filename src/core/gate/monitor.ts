import type { Api } from '../api/client.ts';
import type { Clock } from '../clock.ts';
import type { Connection } from '../connections/connection.ts';
import { DisposableStore, type Disposable } from '../disposables.ts';
import type { Event } from '../events.ts';
import type { Failure } from '../failures.ts';
import type { Log } from '../log.ts';
import { Announcer } from './notify/announcer.ts';
import { ConnectionPoller, type Watched } from './poll/connectionPoller.ts';
import { Election } from './windows/election.ts';
import { clearHistory } from './journal/history.ts';
import {
  connectionOf,
  type Change,
  type Gate,
  type HiddenGate,
  type Mute,
  type PollRecord,
} from './journal/journal.ts';
import { JournalStore } from './journal/journalStore.ts';
import type { GateFiles, Pushes, WindowPort } from './monitorPorts.ts';
import { isMuted, mute, muteOf, unmute } from './notify/mutes.ts';
import { itemOf, type NewsItem, type Teller } from './notify/news.ts';
import { isFlip } from './journal/observe.ts';
import { forget } from './poll/pollResult.ts';
import { Roster } from './windows/roster.ts';
import { gateKey, type GateId, type Ring, type Subject } from './subject.ts';

export interface GateMonitorOptions {
  /** Undefined: there is no token. */
  readonly apiFor: (connection: Connection) => Promise<Api | undefined>;
  readonly files: GateFiles;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: Log;
  readonly teller: Teller;
  readonly window: WindowPort;
  /** Between two polls; asked anew before each. */
  readonly intervalMs: () => number;
  /** The same while no window has the focus. Undefined: five times as long. */
  readonly unfocusedIntervalMs?: () => number | undefined;
  /** Whether the person wants to hear of new issues. Absent: yes. */
  readonly tellsNewIssues?: () => boolean;
  /** Absent: nothing is pushed. */
  readonly pushes?: Pushes;
}

/** What is known of one gate. */
export interface GateView {
  /** Undefined: not known yet, or never seen. */
  readonly gate: Gate | undefined;
  /** The platform does not show it (any more). */
  readonly hidden: HiddenGate | undefined;
}

/** Why the gates of a connection may be out of date. */
export interface ConnectionTrouble {
  /** A `Trouble`; one that a newer version wrote is passed on. */
  readonly code: string;
  /** Local clock, milliseconds since the epoch. */
  readonly since: number;
  /** When it is tried again by itself. */
  readonly nextPollAt: number | undefined;
}

/** Watches the gates of one window's subjects, and tells what changes. The imperative shell around the journal. */
export class GateMonitor implements Disposable {
  readonly #options: GateMonitorOptions;
  readonly #scope = new DisposableStore();
  readonly #journal: JournalStore;
  readonly #election: Election;
  readonly #roster: Roster;
  readonly #announcer: Announcer;
  readonly #pollers = new Map<string, ConnectionPoller>();
  #watched: ReadonlyMap<string, Watched> = new Map();
  #isStarted = false;
  #isViewed = false;
  #attempts = 0;

  constructor(options: GateMonitorOptions) {
    this.#options = options;
    const { files, clock, log, teller, window } = options;
    const journal = new JournalStore({
      file: files.journal,
      clock,
      log,
      leads: (uuid) => this.#election.epochOf(uuid) !== undefined,
    });
    this.#journal = this.#scope.add(journal);
    this.#roster = this.#scope.add(new Roster(window.id, { board: files.board, clock, log }));
    this.#election = this.#scope.add(
      new Election({
        lockOf: files.lockOf,
        epochFloor: (uuid) => connectionOf(journal.current, uuid)?.epoch ?? 0,
        pulse: () => teller.isReady(),
        clock,
        log,
      }),
    );
    this.#announcer = this.#scope.add(
      new Announcer({
        journal,
        teller,
        clock,
        log,
        window: window.id,
        newToken: () => `${window.id}/${this.#attempts++}`,
        isSwitchedOff: (change) => this.#isSwitchedOff(change),
        isOtherInFront: () => !this.#isInFront && this.#roster.isOtherFocused,
        isMine: (change, isAfterCourtesy) => this.#isMine(change, isAfterCourtesy),
      }),
    );
  }

  /** Something that `gateOf`, `connectionTrouble`, `storageFailure` or `changes` say has changed, in whichever window. */
  get onDidChange(): Event<void> {
    return this.#journal.onDidChange;
  }

  /** Why changes are not shared with other windows and not kept; undefined while the disk works. */
  get storageFailure(): Failure | undefined {
    return this.#journal.storageFailure;
  }

  async start(): Promise<void> {
    const { window } = this.#options;
    await Promise.all([this.#journal.load(), this.#roster.start()]);
    if (this.#scope.isDisposed) return;
    this.#isStarted = true;
    this.#scope.add(
      this.#journal.onDidChange(() => {
        this.#eachPoller((poller) => {
          poller.followJournal();
        });
        this.#announcer.announce();
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
      this.#roster.onDidChange(() => {
        this.#eachPoller((poller) => {
          poller.attend();
        });
        this.#announcer.refocus();
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
        this.#sayFocus();
      }),
    );
    this.#begin();
    this.#sayFocus();
    this.#announcer.announce();
  }

  /** Replaces what this window watches. A connection without subjects is not asked for anything. */
  watch(subjects: readonly Subject[]): void {
    this.#watched = groupByConnection(subjects);
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
    void this.#roster.say({ gates });
    if (this.#isStarted) this.#begin();
  }

  /**
   * Whether this window shows gates in a view that is visible. While it does, connections without notifications are
   * polled as well: at once when the view appears, then at the normal interval. Nothing is told of them.
   */
  setViewed(isViewed: boolean): void {
    const appears = isViewed && !this.#isViewed;
    this.#isViewed = isViewed;
    if (this.#isStarted) this.#begin();
    if (!appears) return;
    for (const [uuid, { connection }] of this.#watched)
      if (!connection.receiveNotifications) void this.check(uuid);
  }

  /** Asks one connection, or all, now. Resolves when the answers are in; what failed is then `connectionTrouble`. */
  async check(connection?: string): Promise<void> {
    const pollers = [...this.#pollers].filter(([uuid]) => connection === undefined || uuid === connection);
    await Promise.all(pollers.map(([, poller]) => poller.check()));
  }

  /** The connection was checked successfully: if its polls fail, polls at once and without back-off. Never rejects. */
  async recover(connection: string): Promise<void> {
    await this.#pollers.get(connection)?.recover();
  }

  /**
   * The push seam: a webhook's receiver or a doorbell's client calls this for each push. Pushes come late, twice and in
   * any order, so they are a reason to ask at once and nothing else; the flip that is seen then is the same one to
   * every source. Any window may call; one is enough, see `leads`. Resolves when the answers are in, never rejects.
   */
  async ring({ connection, project, source }: Ring): Promise<void> {
    await this.#pollers.get(connection)?.ring(project, source);
  }

  /** Whether this is the one window that polls the connection, and should listen for its pushes. */
  leads(connection: string): boolean {
    return this.#election.epochOf(connection) !== undefined;
  }

  /** The projects that all windows watch on the connections that this one polls: their pushes are for this window. */
  ledProjects(): readonly { readonly connection: string; readonly project: string }[] {
    return [...this.#pollers.keys()]
      .filter((uuid) => this.leads(uuid))
      .flatMap((connection) =>
        [...new Set(this.#roster.gatesOf(connection).map(({ project }) => project))].map((project) => ({
          connection,
          project,
        })),
      );
  }

  /** `leads` says something else now. */
  get onDidChangeLeadership(): Event<void> {
    return this.#election.onDidChange;
  }

  /** `branch`: the one checked out. Where the platform does not have it, the main branch counts. */
  gateOf(connection: string, project: string, branch?: string): GateView {
    const record = connectionOf(this.#journal.current, connection);
    const viewOf = (id: GateId): GateView => {
      const isIt = (gate: GateId) => gateKey(gate) === gateKey(id);
      return { gate: record?.gates.find(isIt), hidden: record?.hidden.find(isIt) };
    };
    const own = viewOf({ project, branch });
    return own.gate && !own.hidden ? own : viewOf({ project });
  }

  /** How asking a connection went; undefined before anybody asked. */
  pollOf(connection: string): PollRecord | undefined {
    return connectionOf(this.#journal.current, connection)?.poll;
  }

  connectionTrouble(connection: string): ConnectionTrouble | undefined {
    const poll = connectionOf(this.#journal.current, connection)?.poll;
    return poll?.failure && { ...poll.failure, nextPollAt: poll.nextPollAt };
  }

  /** Why the platform gives no events, which costs the reason of a change and nothing else. */
  eventsRefused(connection: string): ConnectionTrouble | undefined {
    const refused = connectionOf(this.#journal.current, connection)?.poll.eventsRefused;
    return refused && { ...refused, nextPollAt: undefined };
  }

  /** Changes of gates in the last 30 days, oldest first, with what became of each. */
  changes(): readonly (NewsItem & Pick<Change, 'outcome'>)[] {
    const journal = this.#journal.current;
    const flips = journal.changes.filter(isFlip);
    return flips.map((change) => ({ ...itemOf(journal, change), outcome: change.outcome }));
  }

  /** Forgets the changes that are over, in all windows. */
  async clearHistory(): Promise<void> {
    await this.#journal.update(clearHistory);
  }

  /** The mute of exactly this project, or of the connection as a whole; undefined where there is none now. */
  muteOf(connection: string, project?: string): Mute | undefined {
    return muteOf(this.#journal.current, { connection, project }, this.#options.clock.now());
  }

  /** Whether changes of this project are not told now. */
  isMuted(connection: string, project: string): boolean {
    return isMuted(this.#journal.current, { connection, project }, this.#options.clock.now());
  }

  async mute(added: Omit<Mute, 'at'>): Promise<void> {
    await this.#journal.update((journal) => mute(journal, { ...added, at: this.#options.clock.now() }));
  }

  async unmute(lifted: Pick<Mute, 'connection' | 'project'>): Promise<void> {
    await this.#journal.update((journal) => unmute(journal, lifted));
  }

  /** A connection was deleted: nothing of it is kept or told. */
  async forget(connection: string): Promise<void> {
    await this.#journal.update((journal) => forget(journal, connection));
  }

  dispose(): void {
    this.#eachPoller((poller) => {
      poller.dispose();
    });
    this.#pollers.clear();
    this.#scope.dispose();
  }

  #sayFocus(): void {
    const { window, clock } = this.#options;
    const isFocused = window.isFocused();
    void this.#roster.say({ isFocused, focusedAt: isFocused ? clock.now() : undefined });
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

  #newPoller(watched: Watched): ConnectionPoller {
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
        watchedByAll: () => this.#roster.gatesOf(uuid),
        pace: () => ({
          intervalMs: intervalMs(),
          unfocusedIntervalMs: unfocusedIntervalMs?.(),
          isFocused: this.#roster.isAnyFocused,
          isPushed:
            pushes !== undefined && this.#roster.gatesOf(uuid).every(({ project }) => pushes.covers(project)),
          random: random(),
        }),
      },
      watched,
    );
  }

  get #isInFront(): boolean {
    return this.#options.window.isFocused() && !this.#roster.isOtherFocusedLater;
  }

  /**
   * The window in front tells everything; after it had its time, one that believes to have the focus too tells everything,
   * as the one in front may have crashed, and one without it what belongs to its folders.
   * While claims cannot be stored the window that polls tells, focused or not, and only what it alone knows.
   */
  #isMine(change: Change, isAfterCourtesy: boolean): boolean {
    const { connection, project } = change;
    if (this.#journal.storageFailure)
      return this.#election.epochOf(connection) !== undefined && this.#journal.isOnlyHere(change);
    if (this.#isInFront) return true;
    const gates = this.#watched.get(connection)?.gates ?? [];
    const isClose = this.#options.window.isFocused() || gates.some((gate) => gate.project === project);
    return isAfterCourtesy && isClose;
  }

  #isSwitchedOff(change: Change): boolean {
    const { tellsNewIssues = () => true } = this.#options;
    if (!isFlip(change) && !tellsNewIssues()) return true;
    return this.#watched.get(change.connection)?.connection.receiveNotifications === false;
  }
}

function groupByConnection(subjects: readonly Subject[]): ReadonlyMap<string, Watched> {
  const groups = new Map<string, { connection: Connection; gates: Map<string, GateId> }>();
  for (const { connection, project, branch } of subjects) {
    const group = groups.get(connection.uuid) ?? { connection, gates: new Map<string, GateId>() };
    group.gates.set(gateKey({ project, branch }), { project, branch });
    groups.set(connection.uuid, group);
  }
  return new Map(
    [...groups].map(([uuid, { connection, gates }]) => [uuid, { connection, gates: [...gates.values()] }]),
  );
}
