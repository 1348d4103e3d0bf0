import { originOf, type CloudAddresses, type Connection } from '../../core/connections/connection.ts';
import type { ConnectionDraft, ConnectionStore } from '../../core/connections/store.ts';
import type { Vault } from '../../core/connections/vault.ts';
import { nameOf, targetOf, type Draft } from './wizard/draft.ts';

export interface SaveOptions {
  readonly store: ConnectionStore;
  readonly vault: Vault;
  readonly cloud: () => CloudAddresses;
}

/**
 * Stores what the wizard gathered: the connection first, then its token. When the secret store fails, the connection
 * is there as "token missing" and the failure is the caller's.
 */
export async function saveConnection(
  draft: Draft,
  existing: Connection | undefined,
  { store, vault, cloud }: SaveOptions,
): Promise<Connection> {
  const taken = takenNames(store.list(), existing);
  const change: ConnectionDraft = {
    ...targetOf(draft),
    connectionId: nameOf(draft, taken),
    receiveNotifications: draft.receiveNotifications,
  };
  const saved = existing ? await store.update(existing.uuid, () => change) : await store.add(change);
  if (draft.token !== '')
    await vault.store(saved.uuid, {
      token: draft.token,
      origin: originOf(saved, cloud()),
      ...(draft.tokenExpires !== undefined && { expires: draft.tokenExpires }),
    });
  return saved;
}

export function takenNames(
  connections: readonly Connection[],
  except: Connection | undefined,
): readonly string[] {
  return connections.filter(({ uuid }) => uuid !== except?.uuid).map(({ connectionId }) => connectionId);
}
