import type { Event } from '../../events.ts';

/** Knows, for each connection, whether this window is the leader: the one window that polls it. */
export interface Leadership {
  /** The epoch under which this window polls the connection; undefined while another window does. */
  epochOf(connection: string): number | undefined;
  /**
   * Gives up the leadership. The caller cannot or must not go on: the journal refused a write of this window, or the
   * window has no token.
   */
  stepDown(connection: string): void;
  /** Fires when `epochOf` returns another value for a connection. */
  readonly onDidChange: Event<void>;
}

/**
 * One lock as a series of generations. The window with the highest generation leads. Each generation is created once,
 * and a living one is never deleted.
 */
export interface GenerationLock {
  /** Returns the highest generation, or undefined before the first. Rejects with `storage`. */
  latest(): Promise<Generation | undefined>;
  /**
   * Creates this generation for this window. Resolves with false if another window created it first. Rejects with
   * `storage`.
   */
  create(number: number): Promise<boolean>;
  /** Records a heartbeat of the generation of this window. Rejects with `storage`. */
  heartbeat(number: number): Promise<void>;
  /**
   * Ends the generation of this window, so that another window may create the next one at once. Rejects with
   * `storage`.
   */
  release(number: number): Promise<void>;
}

export interface Generation {
  readonly number: number;
  /** Whether its process has certainly ended, or its window has released it. */
  readonly isOver: boolean;
  /** A text that changes with each heartbeat. */
  readonly heartbeat: string;
}
