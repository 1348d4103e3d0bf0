import { sameTarget } from '../connections/connection.ts';
import type { ConnectionsFile } from '../connections/store.ts';
import type { Secret, SecretStore } from '../connections/tokenStore.ts';
import { messageOf } from '../failures.ts';
import type { Log } from '../log.ts';
import type { LegacyElement } from './element.ts';
import type { PlannedRemoval, SecretToStore, StoredSecret } from './decide.ts';

export interface SecretPorts {
  readonly tokenStore: {
    readStored(uuid: string): Promise<Secret | undefined>;
    store(uuid: string, secret: Secret): Promise<void>;
  };
  /** The secret store that the token store uses, for the keys of versions 3.6 and 3.7. */
  readonly secrets: SecretStore;
  readonly log: Log;
}

/**
 * Returns the stored secrets, by uuid, of every connection that an element may belong to. A secret that cannot be read
 * is logged and returned as `unreadable`.
 */
export async function readStored(
  { tokenStore, log }: SecretPorts,
  elements: readonly LegacyElement[],
  { connections, migrated }: ConnectionsFile,
): Promise<ReadonlyMap<string, StoredSecret>> {
  const known = new Set(migrated.map(({ uuid }) => uuid));
  const candidates = connections.filter(
    (connection) =>
      known.has(connection.uuid) ||
      elements.some(({ content }) => 'target' in content && sameTarget(content.target, connection)),
  );
  const stored = new Map<string, StoredSecret>();
  for (const { uuid } of candidates) {
    try {
      stored.set(uuid, (await tokenStore.readStored(uuid)) ?? 'missing');
    } catch (error) {
      log.warn(`Migration: ${messageOf(error)}`);
      stored.set(uuid, 'unreadable');
    }
  }
  return stored;
}

/** Returns the tokens that version 3.5.4 stored for these elements, by key; logs and leaves out unreadable ones. */
export async function readLegacySecrets(
  { secrets, log }: SecretPorts,
  elements: readonly LegacyElement[],
): Promise<ReadonlyMap<string, string>> {
  const old = new Map<string, string>();
  const keys = new Set(elements.flatMap(keysOf));
  for (const key of keys) {
    try {
      const token = (await secrets.get(key))?.trim();
      if (token) old.set(key, token);
    } catch (error) {
      log.warn(`Migration: an old secret could not be read: ${messageOf(error)}`);
    }
  }
  return old;
}

/** Resolves with the uuids of the connections whose secrets could not be stored. */
export async function storeSecrets(
  { tokenStore, log }: SecretPorts,
  secrets: readonly SecretToStore[],
): Promise<ReadonlySet<string>> {
  const failed = new Set<string>();
  for (const { uuid, secret, overwrite } of secrets) {
    try {
      // Another window may have stored a secret since the plan was made.
      if (overwrite || !(await tokenStore.readStored(uuid))) await tokenStore.store(uuid, secret);
    } catch (error) {
      log.warn(`Migration: ${messageOf(error)}`);
      failed.add(uuid);
    }
  }
  return failed;
}

/** Returns the removals that need no proof, and those whose token is in the secret store at this moment. */
export async function provenRemovals(
  { tokenStore, log }: SecretPorts,
  removals: readonly PlannedRemoval[],
): Promise<readonly PlannedRemoval[]> {
  const proven: PlannedRemoval[] = [];
  for (const removal of removals) {
    const { proof } = removal;
    try {
      if (!proof || (await tokenStore.readStored(proof.uuid))?.token === proof.token) proven.push(removal);
    } catch (error) {
      log.warn(`Migration: ${messageOf(error)}`);
    }
  }
  return proven;
}

/**
 * Deletes the old secrets that were copied to a connection and that no remaining element needs, so that deleting a
 * connection deletes its only secret. Call it before the elements are removed: only they name these secrets.
 */
export async function deleteLegacySecrets(
  { secrets, log }: SecretPorts,
  old: ReadonlyMap<string, string>,
  elements: readonly LegacyElement[],
  leaving: readonly PlannedRemoval[],
): Promise<void> {
  const gone = new Set(leaving.map(({ element }) => element));
  const needed = new Set(elements.filter((element) => !gone.has(element)).flatMap(keysOf));
  const copied = leaving.flatMap(({ element, proof }) =>
    keysOf(element).filter((key) => old.has(key) && old.get(key) === proof?.token),
  );
  for (const key of new Set(copied)) {
    if (needed.has(key)) continue;
    try {
      await secrets.delete(key);
    } catch (error) {
      log.warn(`Migration: an old secret could not be deleted: ${messageOf(error)}`);
    }
  }
}

function keysOf({ content }: LegacyElement): readonly string[] {
  return 'oldKeys' in content ? content.oldKeys : [];
}
