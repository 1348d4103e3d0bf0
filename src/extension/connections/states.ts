import { networkInterfaces } from 'node:os';
import type { Clock } from '../../core/clock.ts';
import type { ConnectionState } from '../../core/connections/check.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { Emitter } from '../../core/events.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import { jittered, outageDelay } from '../../core/gate/poll/schedule.ts';
import type { WindowPort } from '../../core/gate/windows/windowRegistry.ts';
import { errorsTo, type Log } from '../../core/log.ts';

/** `checking`: the first answer is pending, or the user has started a check. */
export type KnownState = ConnectionState | { readonly state: 'checking' };

interface StatesOptions {
  readonly check: (connection: Connection, signal: AbortSignal) => Promise<ConnectionState>;
  /** The polling interval of quality gates in milliseconds. A platform that is down is checked at least as often. */
  readonly intervalMs: () => number;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: Log;
}

interface CheckOptions {
  /** The user did not start the check: the old state is shown until the answer arrives. */
  readonly quiet?: boolean;
  /** Aborted when the user cancels the check: the last answer becomes the state again. */
  readonly signal?: AbortSignal;
}

interface Entry {
  /** The connection as it was at its last check. */
  connection: Connection;
  state: KnownState;
  /** The last answer; undefined before the first. */
  known: ConnectionState | undefined;
  /** The running check. The answer of an older one is dropped. */
  running: AbortController | undefined;
  retry: Disposable | undefined;
  /**
   * When the platform was first found down or starting, in milliseconds since the epoch; undefined while it answers. A
   * check that is not `quiet` ends this run.
   */
  awaySince: number | undefined;
}

/** The state after the first check was cancelled: nothing is known, and the check is retried later. */
const notAsked: ConnectionState = {
  state: 'unreachable',
  failure: new Failure('cancelled', 'The check was cancelled'),
};
/** The upper limit of the first delay. A check of a platform that is down is one small request. */
const longestFirstRetryMs = 15_000;

/**
 * Holds the state of each connection.
 *
 * A platform that is down or starting is checked again automatically. After five minutes the checks become less and
 * less frequent. All other states need the user and are checked again on demand only.
 */
export class ConnectionStates implements Disposable {
  readonly #entries = new Map<string, Entry>();
  readonly #options: StatesOptions;
  readonly #changed: Emitter<void>;
  #disposed = false;

  constructor(options: StatesOptions) {
    this.#options = options;
    this.#changed = new Emitter(errorsTo(options.log, 'listener of connection states'));
  }

  get onDidChange() {
    return this.#changed.event;
  }

  of(uuid: string): KnownState {
    return this.#entries.get(uuid)?.state ?? { state: 'checking' };
  }

  /** Checks the connection now. A check of it that is still running is aborted. */
  async check(connection: Connection, { quiet = false, signal }: CheckOptions = {}): Promise<void> {
    if (this.#disposed) return;
    const entry = this.#entry(connection);
    entry.running?.abort();
    entry.retry?.dispose();
    const running = (entry.running = new AbortController());
    if (!quiet) entry.awaySince = undefined;
    if (!quiet && entry.state.state !== 'checking') this.#set(entry, { state: 'checking' });
    const signals = signal ? [running.signal, signal] : [running.signal];
    const answer = await this.#ask(connection, AbortSignal.any(signals));
    if (entry.running !== running) return;
    entry.running = undefined;
    const state = answer ?? entry.known ?? notAsked;
    entry.known = state;
    if (isTransient(state)) this.#retryLater(entry);
    else entry.awaySince = undefined;
    this.#set(entry, state);
  }

  get isAnyAway(): boolean {
    return this.#away.length > 0;
  }

  /** Checks all platforms that were down or starting again now. Their running checks are aborted. */
  retryNow(): void {
    for (const entry of this.#away) this.#checkAgain(entry);
  }

  retain(uuids: ReadonlySet<string>): void {
    for (const [uuid, entry] of this.#entries) {
      if (uuids.has(uuid)) continue;
      // An answer that still arrives is dropped.
      entry.running?.abort();
      entry.running = undefined;
      entry.retry?.dispose();
      this.#entries.delete(uuid);
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.retain(new Set());
    this.#changed.dispose();
  }

  #entry(connection: Connection): Entry {
    const entry: Entry = this.#entries.get(connection.uuid) ?? {
      connection,
      state: { state: 'checking' },
      known: undefined,
      running: undefined,
      retry: undefined,
      awaySince: undefined,
    };
    entry.connection = connection;
    this.#entries.set(connection.uuid, entry);
    return entry;
  }

  /** Returns undefined if the check was cancelled. */
  async #ask(connection: Connection, signal: AbortSignal): Promise<ConnectionState | undefined> {
    try {
      const state = await this.#options.check(connection, signal);
      return signal.aborted ? undefined : state;
    } catch (error) {
      if (signal.aborted || Failure.is(error, 'cancelled')) return undefined;
      if (Failure.is(error)) return { state: 'unreachable', failure: error };
      throw error;
    }
  }

  get #away(): readonly Entry[] {
    return [...this.#entries.values()].filter(({ awaySince }) => awaySince !== undefined);
  }

  #retryLater(entry: Entry): void {
    const { clock, intervalMs, random } = this.#options;
    entry.awaySince ??= clock.now();
    const interval = Math.min(intervalMs(), longestFirstRetryMs);
    const delay = outageDelay(interval, clock.now() - entry.awaySince);
    entry.retry = clock.setTimer(jittered(delay, random()), () => this.#checkAgain(entry));
  }

  #checkAgain({ connection }: Entry): void {
    this.check(connection, { quiet: true }).catch((error: unknown) =>
      this.#options.log.error(`checking a connection again: ${messageOf(error)}`),
    );
  }

  #set(entry: Entry, state: KnownState): void {
    entry.state = state;
    this.#changed.fire();
  }
}

function isTransient({ state }: ConnectionState): boolean {
  return state === 'unreachable' || state === 'starting';
}

interface RetryWhenBackOptions {
  readonly states: Pick<ConnectionStates, 'isAnyAway' | 'onDidChange' | 'retryNow'>;
  readonly window: Pick<WindowPort, 'isFocused' | 'onDidChangeFocus'>;
  readonly addresses: () => readonly string[];
  readonly clock: Clock;
}

/** Returns the addresses at which other machines can reach this one; empty without a network. */
export function networkAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.filter(({ internal }) => !internal).map(({ address }) => address);
}

/** How often the addresses are read while a platform is unreachable, milliseconds. Node has no event for them. */
const readMs = 2000;

/**
 * Checks unreachable platforms again as soon as the window gets the focus or the machine gets a network address, until
 * disposal. Reads the addresses only while a platform is unreachable.
 */
export function retryWhenBack({ states, window, addresses, clock }: RetryWhenBackOptions): Disposable {
  const scope = new DisposableStore();
  let timer: Disposable | undefined;
  let known: readonly string[] = [];
  let hadFocus = window.isFocused();

  const readAddresses = () => {
    timer = undefined;
    const before = known;
    known = addresses();
    if (known.some((address) => !before.includes(address))) states.retryNow();
    follow();
  };
  const follow = () => {
    if (scope.isDisposed || !states.isAnyAway) {
      timer?.dispose();
      timer = undefined;
    } else timer ??= clock.setTimer(readMs, readAddresses);
  };
  scope.add(
    states.onDidChange(() => {
      if (!timer && states.isAnyAway) known = addresses();
      follow();
    }),
  );
  scope.add(
    window.onDidChangeFocus(() => {
      const isBack = window.isFocused() && !hadFocus;
      hadFocus = window.isFocused();
      if (isBack) states.retryNow();
    }),
  );
  scope.add({ dispose: () => timer?.dispose() });
  return scope;
}
