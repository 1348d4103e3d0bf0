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

interface Entry {
  state: KnownState;
  /** The check that runs now; an older one's answer is dropped. */
  running: AbortController | undefined;
  retry: Disposable | undefined;
  failures: number;
}

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

  /** Asks now, in the place of a check that is still under way. `quiet`: no person asked; the old state stays until the answer is there. */
  async check(connection: Connection, { quiet = false } = {}): Promise<void> {
    if (this.#disposed) return;
    const entry = this.#entry(connection.uuid);
    entry.running?.abort();
    entry.retry?.dispose();
    const running = (entry.running = new AbortController());
    if (!quiet) entry.failures = 0;
    if (!quiet && entry.state.state !== 'checking') this.#set(entry, { state: 'checking' });
    const state = await this.#ask(connection, running.signal);
    if (!state || entry.running !== running) return;
    entry.running = undefined;
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
      entry = { state: { state: 'checking' }, running: undefined, retry: undefined, failures: 0 };
      this.#entries.set(uuid, entry);
    }
    return entry;
  }

  async #ask(connection: Connection, signal: AbortSignal): Promise<ConnectionState | undefined> {
    try {
      return await this.#options.check(connection, signal);
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
