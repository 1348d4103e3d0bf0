import type { Clock } from '../../src/core/clock.ts';

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/**
 * Time that passes only when a test advances it. The wall clock can jump; timers, as in a real process, run on elapsed time.
 * Everything that waits settles before the next timer runs, so the same inputs always give the same run.
 */
export class VirtualClock implements Clock {
  #elapsed = 0;
  #wall: number;
  readonly #timers = new Set<Timer>();

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#wall = start;
  }

  /** Milliseconds since the clock was made. Never jumps. */
  get elapsed(): number {
    return this.#elapsed;
  }

  now(): number {
    return this.#wall + this.#elapsed;
  }

  /** Sets the wall clock forward or back. */
  jump(ms: number): void {
    this.#wall += ms;
  }

  setTimer(ms: number, callback: () => void): { dispose(): void } {
    const timer: Timer = { due: this.#elapsed + Math.max(0, ms), callback };
    this.#timers.add(timer);
    return { dispose: () => this.#timers.delete(timer) };
  }

  /** Lets `ms` pass, timer by timer. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    await settle();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#elapsed = Math.max(this.#elapsed, next.due);
      next.callback();
      await settle();
    }
    this.#elapsed = end;
  }

  #next(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers)
      if (timer.due <= end && (!first || timer.due < first.due)) first = timer;
    return first;
  }
}

/** Until every promise that can settle has. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
