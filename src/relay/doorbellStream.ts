import type { Doorbell } from '../core/push/doorbell.ts';
import type { Event } from '../core/events.ts';

/** A delivery that causes a doorbell. */
export interface Ring {
  /** Opaque id of the project. */
  readonly project: string;
  /** Digest of the delivery's body. The same digest twice in a row for one project causes only one doorbell. */
  readonly digest: string;
}

export interface DoorbellPage {
  readonly doorbells: readonly Doorbell[];
  /** The page covers all doorbells up to this sequence. */
  readonly to: number;
  /** Whether doorbells between `after` and the first doorbell of the log were deleted. */
  readonly hasGap: boolean;
}

/**
 * A log of doorbells that readers can follow. `SqliteDoorbellStream` implements it with an embedded database. A stream
 * that several relays share can replace that implementation: NATS JetStream has publish with de-duplication, a
 * sequence, retention and consumers that start at a sequence.
 */
export interface DoorbellStream {
  /**
   * The id of the log. It changes when the data are lost or replaced; sequences of the old log are then meaningless.
   */
  readonly id: string;
  /** Resolves with the sequence of the newest doorbell, 0 before the first one. */
  last(): Promise<number>;
  /**
   * Appends a doorbell, and resolves when it is stored. Resolves with undefined, without a new doorbell, if the
   * project's newest doorbell has the same digest.
   */
  append(ring: Ring): Promise<Doorbell | undefined>;
  /** Resolves with doorbells of these projects after a sequence, oldest first. */
  read(projects: ReadonlySet<string>, after: number): Promise<DoorbellPage>;
  /** Fires for each appended doorbell, in order, including those that another relay on the same stream appended. */
  readonly onDoorbell: Event<Doorbell>;
}
