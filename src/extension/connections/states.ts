import type { Clock } from '../../core/clock.ts';
import type { ConnectionState } from '../../core/connections/check.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { Disposable } from '../../core/disposables.ts';
import { Emitter } from '../../core/events.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';

/** `checking`: nothing is known yet, or a person asked again. */
export type KnownState = ConnectionState | { readonly state: 'checking' };

export interface StatesOptions {
  /** As `PlatformAccess.checkConnection`. */
  readonly check: (connection: Connection, signal: AbortSignal) => Promise<ConnectionState>;
  readonly clock: Clock;
  readonly log: Log;
}

interface CheckOptions {
  /** No person asked; the old state stays until the answer is there. */
  readonly quiet?: boolean;
  /** A person gives up: what was known before counts again. */
  readonly signal?: AbortSignal;
}

interface Entry {
  state: KnownState;
  /** The last answer. */
  known: ConnectionState | undefined;
  /** The check that runs now; an older one's answer is dropped. */
  running: AbortController | undefined;
  retry: Disposable | undefined;
  failures: number;
}

/** The first check was given up: nothing is known, and it is tried again later. */
const notAsked: ConnectionState = {
  state: 'unreachable',
  failure: new Failure('cancelled', 'The check was cancelled'),
};
const firstRetryMs = 15_000;
const longestRetryMs = 10 * 60_000;

/**
 * What is known about each connection. A platform that is down or starting is asked again by itself, ever more
 * seldom; everything else needs a person and is asked again only when told to.
 */
export class ConnectionStates implements Disposable {
  readonly #entries = new Map<string, Entry>();
  readonly #options: StatesOptions;
  readonly #changed: Emitter<void>;
  #disposed = false;

  constructor(options: StatesOptions) {
    this.#options = options;
    this.#changed = new Emitter((error) => {
      options.log.error(`listener of connection states: ${messageOf(error)}`);
    });
  }

  get onDidChange() {
    return this.#changed.event;
  }

  of(uuid: string): KnownState {
    return this.#entries.get(uuid)?.state ?? { state: 'checking' };
  }

  /** Asks now, in the place of a check that is still under way. */
  async check(connection: Connection, { quiet = false, signal }: CheckOptions = {}): Promise<void> {
    if (this.#disposed) return;
    const entry = this.#entry(connection.uuid);
    entry.running?.abort();
    entry.retry?.dispose();
    const running = (entry.running = new AbortController());
    if (!quiet) entry.failures = 0;
    if (!quiet && entry.state.state !== 'checking') this.#set(entry, { state: 'checking' });
    const answer = await this.#ask(
      connection,
      AbortSignal.any([running.signal, ...(signal ? [signal] : [])]),
    );
    if (entry.running !== running) return;
    entry.running = undefined;
    const state = answer ?? entry.known ?? notAsked;
    entry.known = state;
    entry.failures = isTransient(state) ? entry.failures + 1 : 0;
    if (isTransient(state)) this.#retryLater(connection, entry);
    this.#set(entry, state);
  }

  /** Drops what is known about connections that are gone. */
  retain(uuids: ReadonlySet<string>): void {
    for (const [uuid, entry] of this.#entries) {
      if (uuids.has(uuid)) continue;
      stop(entry);
      this.#entries.delete(uuid);
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.retain(new Set());
    this.#changed.dispose();
  }

  #entry(uuid: string): Entry {
    let entry = this.#entries.get(uuid);
    if (!entry) {
      entry = {
        state: { state: 'checking' },
        known: undefined,
        running: undefined,
        retry: undefined,
        failures: 0,
      };
      this.#entries.set(uuid, entry);
    }
    return entry;
  }

  /** Undefined: cancelled. */
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

  #retryLater(connection: Connection, entry: Entry): void {
    const delay = Math.min(firstRetryMs * 2 ** (entry.failures - 1), longestRetryMs);
    entry.retry = this.#options.clock.setTimer(delay, () => {
      this.check(connection, { quiet: true }).catch((error: unknown) => {
        this.#options.log.error(`checking a connection again: ${messageOf(error)}`);
      });
    });
  }

  #set(entry: Entry, state: KnownState): void {
    entry.state = state;
    this.#changed.fire();
  }
}

function isTransient({ state }: ConnectionState): boolean {
  return state === 'unreachable' || state === 'starting';
}

/** Its answer, if it still comes, finds itself outrun. */
function stop(entry: Entry): void {
  entry.running?.abort();
  entry.running = undefined;
  entry.retry?.dispose();
}
