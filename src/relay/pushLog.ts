import type { PushEvent } from '../core/push/pushEvents.ts';
import type { Event } from '../core/events.ts';

/** A delivery that causes a push event. */
export interface StoredDelivery {
  /** Opaque id of the project. */
  readonly project: string;
  /** Digest of the delivery's body. The same digest twice in a row for one project causes only one push event. */
  readonly digest: string;
}

export interface PushPage {
  readonly pushEvents: readonly PushEvent[];
  /** The page covers all push events up to this sequence. */
  readonly to: number;
  /** Whether push events between `after` and the first push event of the log were deleted. */
  readonly hasGap: boolean;
}

/**
 * A log of push events that readers can follow. `SqlitePushLog` implements it with an embedded database. A stream
 * that several relays share can replace that implementation: NATS JetStream has publish with de-duplication, a
 * sequence, retention and consumers that start at a sequence.
 */
export interface PushLog {
  /**
   * The id of the log. It changes when the data are lost or replaced; sequences of the old log are then meaningless.
   */
  readonly id: string;
  /** Resolves with the sequence of the newest push event, 0 before the first one. */
  last(): Promise<number>;
  /**
   * Appends a push event, and resolves when it is stored. Resolves with undefined, without a new push event, if the
   * project's newest push event has the same digest.
   */
  append(delivery: StoredDelivery): Promise<PushEvent | undefined>;
  /** Resolves with push events of these projects after a sequence, oldest first. */
  read(projects: ReadonlySet<string>, after: number): Promise<PushPage>;
  /** Fires for each appended push event, in order, including those that another relay on the same stream appended. */
  readonly onAppend: Event<PushEvent>;
}
