import type { RelayKeys } from './relayKeys.ts';
import type { Event } from '../core/events.ts';
import type { PushEvent } from '../core/push/pushEvents.ts';

export interface StoredDelivery {
  /** Opaque id of the project. */
  readonly project: string;
  /** Digest of the delivery's body. The same digest twice in a row for one project causes only one push event. */
  readonly digest: string;
}

/** The largest number of push events in one page, for a reader that was away for long. */
export const pageSize = 500;

export interface PushPage {
  readonly pushEvents: readonly PushEvent[];
  /** The page covers all push events up to this sequence. */
  readonly to: number;
  /** Whether the log cannot tell which push events followed `after`, because it has lost or deleted some. */
  readonly hasGap: boolean;
}

/**
 * A log of push events that readers can follow: of one relay in an embedded database (`sqlitePushLog`), or shared by
 * several relays (`JetStreamPushLog`). Both pass the tests of test/relay/pushLog.test.ts.
 */
export interface PushLog {
  /** The id of the log. It changes when the data are lost or replaced; sequences of the old log are then meaningless. */
  readonly id: string;
  /** The sequence of the newest push event that readers can get from this relay; 0 before the first one. */
  readonly last: number;
  /** Whether deliveries can be stored. Always true for an embedded log. */
  readonly isAvailable: boolean;
  readonly onDidChangeAvailability: Event<void>;
  /** Push events that are stored but have not reached this relay, as of the last check. 0 for an embedded log. */
  readonly lag: number;
  /** How often the connection to a shared log was lost and opened again. 0 for an embedded log. */
  readonly reconnects: number;
  /** Fires when all readers must start over: the id has changed, or push events were deleted before this relay read them. */
  readonly onDidReset: Event<void>;
  /**
   * Appends a push event, and resolves when it is stored: with true, or with false if the delivery was stored before.
   * @throws {Failure} `unavailable` if a shared log cannot be reached
   */
  append(delivery: StoredDelivery): Promise<boolean>;
  /** Resolves with push events of these projects after a sequence, oldest first, at most `pageSize`. */
  read(projects: ReadonlySet<string>, after: number): Promise<PushPage>;
  /** Fires for each appended push event, in order, including those that another relay on the same log appended. */
  readonly onAppend: Event<PushEvent>;
}

/** The data of a relay: push events, keys and the salt. `openSqliteStore` and `openNatsStore` open it. */
export interface RelayStore {
  readonly log: PushLog;
  readonly keys: RelayKeys;
  /** Turns project keys into opaque ids (`opaqueProjectId`). */
  readonly salt: string;
  readonly close: () => Promise<void>;
}
