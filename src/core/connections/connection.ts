import * as z from 'zod/mini';
import type { CloudHosts, CloudRegion } from '../brand.ts';

const shared = {
  /** The id of the connection's secret. It never changes and is never shown. */
  uuid: z.string().check(z.minLength(1)),
  /** The user's name for the connection, unique among all connections. Bindings refer to it. */
  connectionId: z.string().check(z.minLength(1)),
  receiveNotifications: z.boolean(),
};

const serverConnection = z.object({
  kind: z.literal('server'),
  ...shared,
  /** A result of `parseServerUrl`: an address without trailing slash, credentials and query. */
  serverUrl: z.string(),
});

const cloudConnection = z.object({
  kind: z.literal('cloud'),
  ...shared,
  organizationKey: z.string().check(z.minLength(1)),
  region: z.enum(['EU', 'US']),
});

/** The stored form of a connection, which has no secret. */
export const connectionSchema = z.discriminatedUnion('kind', [serverConnection, cloudConnection]);

export type ServerConnection = z.output<typeof serverConnection>;
export type CloudConnection = z.output<typeof cloudConnection>;
export type Connection = z.output<typeof connectionSchema>;

/** The platform of a connection, without its name. Two connections with the same target lead to the same projects. */
export type Target =
  Pick<ServerConnection, 'kind' | 'serverUrl'> | Pick<CloudConnection, 'kind' | 'organizationKey' | 'region'>;

export type CloudAddresses = Readonly<Record<CloudRegion, CloudHosts>>;

/** Returns the base address of the target's Web API and pages, without trailing slash. */
export function baseUrlOf(target: Target, cloud: CloudAddresses): string {
  return target.kind === 'server' ? target.serverUrl : cloud[target.region].web;
}

/** Returns the organization that requests to the cloud must name; undefined for a server, which has none. */
export function organizationOf(target: Target): string | undefined {
  return target.kind === 'cloud' ? target.organizationKey : undefined;
}

/** Returns the only origin that the target's token may be sent to. */
export function originOf(target: Target, cloud: CloudAddresses): string {
  return new URL(baseUrlOf(target, cloud)).origin;
}

export function sameTarget(a: Target, b: Target): boolean {
  if (a.kind === 'server') return b.kind === 'server' && a.serverUrl === b.serverUrl;
  return b.kind === 'cloud' && a.organizationKey === b.organizationKey && a.region === b.region;
}

/** Returns an unused connection name, derived from the host or the organization. */
export function proposeConnectionId(target: Target, taken: Iterable<string>): string {
  const name = target.kind === 'server' ? new URL(target.serverUrl).host : target.organizationKey;
  return uniqueName(name, taken);
}

/** Returns the name, with the first number from 2 on that makes it unused if it is taken: `main (2)`. */
export function uniqueName(name: string, taken: Iterable<string>): string {
  const used = new Set(taken);
  let free = name;
  for (let n = 2; used.has(free); n++) free = `${name} (${n})`;
  return free;
}
