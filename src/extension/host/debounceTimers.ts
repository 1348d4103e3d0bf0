import type { Clock } from '../../core/clock.ts';
import type { Disposable } from '../../core/disposables.ts';

/** Timers by key, of which each one starts again with the next event, such as a keystroke in a document. */
export class DebounceTimers implements Disposable {
  readonly #clock: Clock;
  readonly #timers = new Map<string, Disposable>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `run` after the time, in milliseconds, unless the key is started again or cancelled before. */
  start(key: string, ms: number, run: () => void): void {
    this.cancel(key);
    const timer = this.#clock.setTimer(ms, () => {
      this.#timers.delete(key);
      run();
    });
    this.#timers.set(key, timer);
  }

  cancel(key: string): void {
    this.#timers.get(key)?.dispose();
    this.#timers.delete(key);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) timer.dispose();
    this.#timers.clear();
  }
}
