import type { Disposable } from './disposables.ts';

/** The source of time. Code takes it as an argument, so that tests never sleep. */
export interface Clock {
  /** Returns the wall-clock time in milliseconds since the epoch. It may jump forwards and backwards. */
  now(): number;
  /** Calls `callback` once after `ms` milliseconds, unless the result is disposed before. */
  setTimer(ms: number, callback: () => void): Disposable;
}
