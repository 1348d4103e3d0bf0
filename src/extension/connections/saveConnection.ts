import { originOf, type CloudAddresses, type Connection } from '../../core/connections/connection.ts';
import type { ConnectionDraft, ConnectionStore } from '../../core/connections/store.ts';
import type { TokenStore } from '../../core/connections/tokenStore.ts';
import { nameOf, targetOf, type Draft } from './wizard/draft.ts';

export interface SaveOptions {
  readonly store: ConnectionStore;
  readonly tokenStore: TokenStore;
  readonly cloud: () => CloudAddresses;
}

/**
 * Stores the connection that the wizard has gathered, then its token. An empty token keeps the stored one.
 *
 * @param existing The connection that is edited; undefined for a new one.
 * @throws the failure of the secret storage. The connection is stored by then and has the state "token missing".
 */
export async function saveConnection(
  draft: Draft,
  existing: Connection | undefined,
  { store, tokenStore, cloud }: SaveOptions,
): Promise<Connection> {
  const taken = takenNames(store.list(), existing);
  const change: ConnectionDraft = {
    ...targetOf(draft),
    connectionId: nameOf(draft, taken),
    receiveNotifications: draft.receiveNotifications,
  };
  const saved = existing ? await store.update(existing.uuid, () => change) : await store.add(change);
  if (draft.token !== '')
    await tokenStore.store(saved.uuid, {
      token: draft.token,
      origin: originOf(saved, cloud()),
      ...(draft.tokenExpires !== undefined && { expires: draft.tokenExpires }),
    });
  return saved;
}

/** Returns the names of all connections but one. */
export function takenNames(
  connections: readonly Connection[],
  except: Connection | undefined,
): readonly string[] {
  return connections.filter(({ uuid }) => uuid !== except?.uuid).map(({ connectionId }) => connectionId);
}
