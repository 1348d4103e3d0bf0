import type { Clock } from '../../src/core/clock.ts';
import type { Disposable } from '../../src/core/disposables.ts';
import type { VirtualClock } from './virtualClock.ts';

/**
 * The extension host of one window. It can be killed between any two steps, which means that nothing it waits for
 * ever comes, and it can sleep, which means that everything comes late.
 */
export class Process {
  readonly id: string;
  readonly #clock: VirtualClock;
  readonly #latency: () => number;
  #isAlive = true;
  #sleepsUntil = 0;
  /** Timers for callbacks that wait until the process is awake. */
  readonly #missed = new Map<() => void, Disposable>();
  #atStep: { steps: number; readonly act: () => void } | undefined;

  /** `latency`: milliseconds that one step outside the process takes; it is killed or put to sleep in between. */
  constructor(id: string, clock: VirtualClock, latency: () => number = () => 0) {
    this.id = id;
    this.#clock = clock;
    this.#latency = latency;
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  get isAwake(): boolean {
    return this.#isAlive && this.#clock.elapsed >= this.#sleepsUntil;
  }

  kill(): void {
    this.#isAlive = false;
  }

  /** Dies at the n-th await from now. */
  killAfter(steps: number): void {
    this.#atStep = {
      steps,
      act: () => this.kill(),
    };
  }

  /** Falls asleep at the n-th await from now. */
  sleepAfter(steps: number, ms: number): void {
    this.#atStep = {
      steps,
      act: () => this.sleep(ms),
    };
  }

  /** Nothing that was planned for it happens. */
  spare(): void {
    this.#atStep = undefined;
  }

  sleep(ms: number): void {
    this.#sleepsUntil = Math.max(this.#sleepsUntil, this.#clock.elapsed + ms);
  }

  /** It notices at once all that happened meanwhile, in that order. */
  wake(): void {
    this.#atStep = undefined;
    this.#sleepsUntil = 0;
    for (const [callback, timer] of [...this.#missed]) {
      timer.dispose();
      this.#missed.delete(callback);
      this.whenAwake(callback);
    }
  }

  /** Its own view of time. */
  readonly clock: Clock = {
    now: () => this.#clock.now(),
    setTimer: (ms, callback) => this.#clock.setTimer(ms, () => this.whenAwake(callback)),
  };

  whenAwake(callback: () => void): void {
    if (!this.#isAlive) return;
    const rest = this.#sleepsUntil - this.#clock.elapsed;
    if (rest <= 0) {
      callback();
      return;
    }
    const timer = this.#clock.setTimer(rest, () => {
      this.#missed.delete(callback);
      this.whenAwake(callback);
    });
    this.#missed.set(callback, timer);
  }

  /** Does something outside the process, in one step, with time before and after it in which anything may happen. */
  async outside<T>(step: () => T | Promise<T>): Promise<T> {
    await this.#pause();
    const result = await step();
    await this.#pause();
    return result;
  }

  /** Passes on what something outside gives, if the process is there and awake to take it. */
  async whenDone<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } finally {
      await this.#pause();
    }
  }

  #pause(): Promise<void> {
    if (this.#atStep && this.#atStep.steps-- <= 0) {
      const { act } = this.#atStep;
      this.#atStep = undefined;
      act();
    }
    const ms = this.#latency();
    return new Promise((resolve) => {
      if (ms === 0) this.whenAwake(resolve);
      else this.#clock.setTimer(ms, () => this.whenAwake(resolve));
    });
  }
}
