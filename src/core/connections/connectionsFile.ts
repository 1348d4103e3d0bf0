import * as z from 'zod/mini';
import { connectionSchema } from './connection.ts';

/**
 * What tells one legacy element from another: the kind, the address (server URL as `parseServerUrl` gives it, or
 * `EU/organization`) and the id as it was written, null where there was none.
 */
const legacyIdentity = z.object({
  kind: z.enum(['server', 'cloud']),
  address: z.string(),
  id: z.nullable(z.string()),
});
export type LegacyIdentity = z.output<typeof legacyIdentity>;

const migrationRecord = z.object({
  identity: legacyIdentity,
  /** The connection that came of it. */
  uuid: z.string(),
  /** The start of the editor in which its token was last copied. Only a later one may take the token out of the settings. */
  copiedIn: z.string(),
});
export type MigrationRecord = z.output<typeof migrationRecord>;

/** Everything about connections that the windows of an editor share. No secret is in it. */
export const connectionsFileSchema = z.object({
  version: z.literal(1),
  connections: z.array(connectionSchema),
  /** Legacy elements that became connections, kept so that an element which comes back is known. */
  migrated: z.array(migrationRecord),
  /** Legacy elements whose connection was deleted: they do not come back. */
  tombstones: z.array(legacyIdentity),
});
export type ConnectionsFile = z.output<typeof connectionsFileSchema>;

export const emptyConnectionsFile: ConnectionsFile = {
  version: 1,
  connections: [],
  migrated: [],
  tombstones: [],
};

export function sameIdentity(a: LegacyIdentity, b: LegacyIdentity): boolean {
  return a.kind === b.kind && a.address === b.address && a.id === b.id;
}
