import type { PushLog } from './pushLog.ts';
import type { RelayKeys } from './relayKeys.ts';

/** The data of a relay: push events, keys and the salt. `openSqliteStore` and `openNatsStore` open it. */
export interface RelayStore {
  readonly log: PushLog;
  readonly keys: RelayKeys;
  /** Turns project keys into opaque ids (`opaqueProjectId`). */
  readonly salt: string;
  readonly close: () => Promise<void>;
}
