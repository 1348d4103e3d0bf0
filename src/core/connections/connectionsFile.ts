import * as z from 'zod/mini';
import { connectionSchema } from './connection.ts';

/**
 * The identity of a legacy element: its kind, its address (the server URL as `parseServerUrl` returns it, or
 * `EU/organization`) and its id as written, null for an element without id.
 */
const legacyIdentity = z.object({
  kind: z.enum(['server', 'cloud']),
  address: z.string(),
  id: z.nullable(z.string()),
});
export type LegacyIdentity = z.output<typeof legacyIdentity>;

const migrationRecord = z.object({
  identity: legacyIdentity,
  /** The uuid of the connection that the element became. */
  uuid: z.string(),
  /** The session in which its token was last copied. Only a later one may remove it from the settings. */
  copiedIn: z.string(),
  /** Whether the element is leaving the settings, or has left them, and the user has not been told. Absent: no. */
  isLeaving: z.optional(z.boolean()),
});
export type MigrationRecord = z.output<typeof migrationRecord>;

/** The data about connections that the windows of an editor share. It contains no secret. */
export const connectionsFileSchema = z.object({
  version: z.literal(1),
  connections: z.array(connectionSchema),
  /** Legacy elements that became connections. They are kept so that an element that reappears is recognized. */
  migrated: z.array(migrationRecord),
  /** Legacy elements whose connection was deleted. They do not become connections again. */
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
