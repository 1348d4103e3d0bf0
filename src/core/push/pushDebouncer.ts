import type { Clock } from '../clock.ts';
import { DisposableStore, type Disposable } from '../disposables.ts';
import type { PushNotice } from '../gate/model.ts';
import type { PushClient, ReceivedPush } from './pushClient.ts';

/** Shortest spread of requests, milliseconds: a team's editors receive a push event at the same time. */
const leastSpreadMs = 150;
/** Shortest time between two requests about one project, milliseconds, for a project that changes all the time. */
const leastPauseMs = 500;

interface PushDebouncerOptions {
  readonly client: PushClient;
  /** The projects whose pushes this window handles. */
  readonly ledProjects: () => readonly { readonly connection: string; readonly project: string }[];
  /** Asks the platform about a project; resolves when the answers are in. */
  readonly receivePush: (push: PushNotice) => Promise<void>;
  readonly clock: Clock;
  readonly random: () => number;
}

/**
 * Turns push events into requests to the platform. A push event of a project that this window handles leads to one
 * request a moment later. Push events that arrive while this request waits are covered by it. One that arrives while
 * the request is under way leads to another request, because the answer under way may be older than the push event.
 */
export class PushDebouncer implements Disposable {
  readonly #options: PushDebouncerOptions;
  readonly #scope = new DisposableStore();
  /** Timers of the requests that wait, by connection and project. */
  readonly #waiting = new Map<string, Disposable>();
  readonly #askedAt = new Map<string, number>();

  constructor(options: PushDebouncerOptions) {
    this.#options = options;
    this.#scope.add(options.client.onDidReceive((push) => this.#receive(push)));
  }

  dispose(): void {
    this.#scope.dispose();
    for (const timer of this.#waiting.values()) timer.dispose();
    this.#waiting.clear();
  }

  #receive(push: ReceivedPush): void {
    const { ledProjects, clock, random, receivePush } = this.#options;
    for (const { connection, project } of ledProjects()) {
      if (!push.concerns(project)) continue;
      const key = `${connection}\n${project}`;
      if (this.#waiting.has(key)) continue;
      // The absolute difference, because the clock may have jumped: no request waits longer than the pause.
      const since = Math.abs(clock.now() - (this.#askedAt.get(key) ?? 0));
      const delay = Math.max(random() * Math.max(push.spreadMs, leastSpreadMs), leastPauseMs - since);
      const timer = clock.setTimer(delay, () => {
        this.#waiting.delete(key);
        this.#askedAt.set(key, clock.now());
        void receivePush({ connection, project, source: 'doorbell' });
      });
      this.#waiting.set(key, timer);
    }
  }
}
