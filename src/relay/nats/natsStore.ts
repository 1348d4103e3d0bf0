import { Failure, messageOf } from '../../core/failures.ts';
import type { RelayStore } from '../relayStore.ts';
import { connectNats, type NatsAddress } from './connectNats.ts';
import { JetStreamPushLog } from './jetStreamPushLog.ts';
import { KvRelayKeys } from './kvRelayKeys.ts';
import type { StreamShape } from './streamShape.ts';

export interface NatsStoreOptions extends StreamShape {
  readonly address: NatsAddress;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/**
 * Opens the store that several relays share: a JetStream stream of push events and a bucket of keys. This is a separate
 * bundle, because the client of NATS is large and most relays don't need it.
 * @throws {Failure} `unavailable` if NATS cannot be used; `badRequest` if stream or bucket have another shape
 */
export async function openNatsStore(options: NatsStoreOptions): Promise<RelayStore> {
  const { address, keep, keepDays, replicas, now, onError } = options;
  const connection = await connectNats(address);
  try {
    const keys = await KvRelayKeys.open({ connection, replicas, now });
    const log = await JetStreamPushLog.open({ connection, keep, keepDays, replicas, onError });
    return {
      log,
      keys,
      salt: keys.salt,
      close: async () => {
        log.dispose();
        await connection.close();
      },
    };
  } catch (error) {
    await connection.close();
    throw asFailure(error);
  }
}

/**
 * Opens only the keys, for `relay key`, which may run while no relay does.
 * @throws {Failure} like `openNatsStore`
 */
export async function openNatsKeys(
  address: NatsAddress,
  replicas: 1 | 3,
  now: () => number,
): Promise<{ readonly keys: KvRelayKeys; readonly close: () => Promise<void> }> {
  const connection = await connectNats(address);
  try {
    const keys = await KvRelayKeys.open({ connection, replicas, now });
    return { keys, close: () => connection.close() };
  } catch (error) {
    await connection.close();
    throw asFailure(error);
  }
}

/** Returns an error of NATS as a `Failure`, such as "no suitable peers for placement" while the cluster starts. */
function asFailure(error: unknown): unknown {
  if (Failure.is(error)) return error;
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  const message = isTimeout
    ? 'NATS does not answer in time. Check that most of its nodes are running, and try again'
    : `NATS: ${messageOf(error)}`;
  return new Failure('unavailable', message, { cause: error });
}
