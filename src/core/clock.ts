import type { Disposable } from './disposables.ts';

/** Time as an argument, so that tests never sleep. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch. May jump both ways. */
  now(): number;
  /** Calls once after `ms` milliseconds, unless disposed before. */
  setTimer(ms: number, callback: () => void): Disposable;
}
