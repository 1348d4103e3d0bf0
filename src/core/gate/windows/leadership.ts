import type { Event } from '../../events.ts';

/** Which window polls a connection. */
export interface Leadership {
  /** The epoch under which this window polls the connection; undefined while another window does. */
  epochOf(connection: string): number | undefined;
  /** This window cannot or must not go on: a write of ours was refused, or it has no token. */
  stepDown(connection: string): void;
  readonly onDidChange: Event<void>;
}

/** One lock, as generations: the highest one leads, each is made once, and a living one is never deleted. */
export interface GenerationLock {
  /** The highest generation; undefined where there is none. Rejects with `storage`. */
  latest(): Promise<Generation | undefined>;
  /** Makes this generation ours. False: somebody else made it. Rejects with `storage`. */
  create(number: number): Promise<boolean>;
  /** A sign of life of our generation. Rejects with `storage`. */
  beat(number: number): Promise<void>;
  /** Our generation leads no more: the next may be made at once. Rejects with `storage`. */
  release(number: number): Promise<void>;
}

export interface Generation {
  readonly number: number;
  /** Its process is gone for sure, or it was released. */
  readonly isOver: boolean;
  /** Another text after each sign of life. */
  readonly beat: string;
}
