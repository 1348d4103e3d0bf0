import type { Clock } from '../clock.ts';
import { DisposableStore, type Disposable } from '../disposables.ts';
import type { Ring } from '../gate/subject.ts';
import type { DoorbellClient, Rung } from './doorbellClient.ts';

/**
 * Shortest time over which requests are spread, milliseconds. The editors of a team receive a doorbell at the same
 * time and must not send their requests at the same time.
 */
const leastSpreadMs = 150;
/** Shortest time between two requests about one project, milliseconds, for a project that changes all the time. */
const leastPauseMs = 500;

interface DoormanOptions {
  readonly client: DoorbellClient;
  /** The projects whose pushes this window handles. */
  readonly ledProjects: () => readonly { readonly connection: string; readonly project: string }[];
  /** Asks the platform about a project; resolves when the answers are in. */
  readonly ring: (ring: Ring) => Promise<void>;
  readonly clock: Clock;
  readonly random: () => number;
}

/**
 * Turns doorbells into requests to the platform. A doorbell of a project that this window handles leads to one
 * request a moment later. Doorbells that arrive while this request waits are covered by it. One that arrives while
 * the request is under way leads to another request, because the answer under way may be older than the doorbell.
 */
export class Doorman implements Disposable {
  readonly #options: DoormanOptions;
  readonly #scope = new DisposableStore();
  /** Timers of the requests that wait, by connection and project. */
  readonly #waiting = new Map<string, Disposable>();
  readonly #askedAt = new Map<string, number>();

  constructor(options: DoormanOptions) {
    this.#options = options;
    this.#scope.add(
      options.client.onDidRing((rung) => {
        this.#hear(rung);
      }),
    );
  }

  dispose(): void {
    this.#scope.dispose();
    for (const timer of this.#waiting.values()) timer.dispose();
    this.#waiting.clear();
  }

  #hear(rung: Rung): void {
    const { ledProjects, clock, random, ring } = this.#options;
    for (const { connection, project } of ledProjects()) {
      if (!rung.concerns(project)) continue;
      const key = `${connection}\n${project}`;
      if (this.#waiting.has(key)) continue;
      // The absolute difference, because the clock may have jumped: no request waits longer than the pause.
      const since = Math.abs(clock.now() - (this.#askedAt.get(key) ?? 0));
      const delay = Math.max(random() * Math.max(rung.spreadMs, leastSpreadMs), leastPauseMs - since);
      const timer = clock.setTimer(delay, () => {
        this.#waiting.delete(key);
        this.#askedAt.set(key, clock.now());
        void ring({ connection, project, source: 'doorbell' });
      });
      this.#waiting.set(key, timer);
    }
  }
}
