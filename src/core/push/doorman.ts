import type { Clock } from '../clock.ts';
import { DisposableStore, type Disposable } from '../disposables.ts';
import type { Ring } from '../gate/subject.ts';
import type { DoorbellClient, Rung } from './doorbellClient.ts';

/** Editors of one team hear a doorbell at the same time and do not ask at the same time. */
const leastSpreadMs = 150;
/** A project that rings without end is asked about so often at most. */
const leastPauseMs = 500;

interface DoormanOptions {
  readonly client: DoorbellClient;
  /** Whose pushes are for this window. */
  readonly ledProjects: () => readonly { readonly connection: string; readonly project: string }[];
  /** Asks the platform; resolves when the answers are in. */
  readonly ring: (ring: Ring) => Promise<void>;
  readonly clock: Clock;
  readonly random: () => number;
}

/**
 * Answers doorbells by questions to the platform: each of a project that this window is to answer leads to one question
 * a moment later. What rings while a question waits to be asked is part of it; what rings while one is under way is
 * another one, because its answer may be older.
 */
export class Doorman implements Disposable {
  readonly #options: DoormanOptions;
  readonly #scope = new DisposableStore();
  /** Questions that wait, by connection and project. */
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
      // The clock may have jumped: nobody waits longer than the pause itself.
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
