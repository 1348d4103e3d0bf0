import * as z from 'zod/mini';
import type { Clock } from '../../core/clock.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { ConnectionStore } from '../../core/connections/store.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { SharedFile } from '../../core/sharedFile.ts';
import type { Report } from '../host/commands.ts';
import type { ConnectionStates } from './states.ts';

/** The last warning about the token of each connection. It contains no token. */
export const tokenWarningsSchema = z.object({
  version: z.literal(1),
  warnings: z.array(
    z.object({
      connection: z.string(),
      /** `refused`, or the day of a warning that the token expires soon. */
      about: z.string(),
    }),
  ),
});
export type TokenWarningsFile = z.output<typeof tokenWarningsSchema>;

export const noTokenWarnings: TokenWarningsFile = { version: 1, warnings: [] };

interface TokenWarningsOptions {
  readonly store: Pick<ConnectionStore, 'get' | 'list'>;
  readonly states: Pick<ConnectionStates, 'of' | 'onDidChange'>;
  /** As in `Services`: undefined unless the token expires soon. */
  readonly daysLeftOf: (uuid: string) => number | undefined;
  readonly isMuted: (connection: Connection) => boolean;
  /** Shared by all windows of the user, so that one of them warns. */
  readonly file: SharedFile<TokenWarningsFile>;
  /** Whether the user most likely looks at another window of this editor. */
  readonly isOtherInFront: () => boolean;
  /** Shows the warning; resolves when the user has closed it. `daysLeft` is undefined for a token that was refused. */
  readonly show: (connection: Connection, daysLeft: number | undefined) => Promise<void>;
  readonly clock: Clock;
  readonly report: Report;
}

const refused = 'refused';
const repeatMs = 6 * 60 * 60 * 1000;
/** How long the window waits, because the state may be about to change, milliseconds. */
const settleMs = 1000;
/** The same while another window is in front, so that this one comes first. */
const behindMs = 4000;
/** How long an accepted token must stay accepted, until the next refusal is a new one: all windows know it by then. */
const forgetMs = 10_000;

/**
 * Warns once, in one window, that the platform refuses a token, and once a day that a token expires within a week. The
 * next warning of a refusal needs a token that was accepted in between.
 */
export class TokenWarnings implements Disposable {
  readonly #options: TokenWarningsOptions;
  readonly #scope = new DisposableStore();
  /** The last finding of this window about each token that needs a warning. */
  readonly #known = new Map<string, string>();
  #timer: Disposable | undefined;

  constructor(options: TokenWarningsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#scope.add(this.#options.states.onDidChange(() => this.#follow()));
    this.#repeat();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#scope.dispose();
  }

  /** The day of a warning changes without an event. */
  #repeat(): void {
    this.#follow();
    this.#timer = this.#options.clock.setTimer(repeatMs, () => this.#repeat());
  }

  #follow(): void {
    const { store, states, isOtherInFront } = this.#options;
    for (const { uuid } of store.list()) {
      if (states.of(uuid).state === 'checking') continue;
      const before = this.#known.get(uuid);
      const about = this.#aboutOf(uuid);
      if (about === before) continue;
      if (about === undefined) this.#known.delete(uuid);
      else this.#known.set(uuid, about);
      if (about !== undefined)
        this.#later(isOtherInFront() ? behindMs : settleMs, uuid, () => this.#warn(uuid, about));
      else if (states.of(uuid).state === 'connected') this.#later(forgetMs, uuid, () => this.#forget(uuid));
    }
  }

  /** Does the work after a time if nothing else has been found out about the token by then. */
  #later(ms: number, uuid: string, work: () => Promise<void>): void {
    const { clock, report } = this.#options;
    const about = this.#known.get(uuid);
    const timer = clock.setTimer(ms, () => {
      if (this.#known.get(uuid) !== about) return;
      work().catch((error: unknown) => report(error, 'warning about a token'));
    });
    this.#scope.add(timer);
  }

  /** Returns what a warning is due about; undefined if none is. */
  #aboutOf(uuid: string): string | undefined {
    const { states, daysLeftOf, clock } = this.#options;
    const { state } = states.of(uuid);
    if (state === 'tokenRefused') return refused;
    const expiresSoon = state === 'connected' && daysLeftOf(uuid) !== undefined;
    return expiresSoon ? new Date(clock.now()).toDateString() : undefined;
  }

  async #warn(uuid: string, about: string): Promise<void> {
    const { store, isMuted, daysLeftOf, show } = this.#options;
    const connection = store.get(uuid);
    if (!connection || (about === refused && isMuted(connection))) return;
    if (await this.#claim(uuid, about))
      await show(connection, about === refused ? undefined : daysLeftOf(uuid));
  }

  /** Resolves with true in the first window that asks. */
  async #claim(uuid: string, about: string): Promise<boolean> {
    let isFirst = false;
    await this.#options.file.update((current) => {
      const before = current.warnings.find(({ connection }) => connection === uuid);
      isFirst = before?.about !== about;
      return isFirst
        ? { ...current, warnings: [...this.#others(current, uuid), { connection: uuid, about }] }
        : current;
    });
    return isFirst;
  }

  async #forget(uuid: string): Promise<void> {
    await this.#options.file.update((current) => ({ ...current, warnings: this.#others(current, uuid) }));
  }

  /** Returns the warnings about the other connections that still exist. */
  #others({ warnings }: TokenWarningsFile, uuid: string): TokenWarningsFile['warnings'] {
    return warnings.filter(
      ({ connection }) => connection !== uuid && this.#options.store.get(connection) !== undefined,
    );
  }
}
