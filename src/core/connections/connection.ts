import * as z from 'zod/mini';
import type { CloudHosts, CloudRegion } from '../brand.ts';

const shared = {
  /** Never changes and is never shown; the secret is stored under it. */
  uuid: z.string().check(z.minLength(1)),
  /** The friendly name, unique among all connections; what bindings name. */
  connectionId: z.string().check(z.minLength(1)),
  receiveNotifications: z.boolean(),
};

const serverConnection = z.object({
  kind: z.literal('server'),
  ...shared,
  /** As `parseServerUrl` gives it: no trailing slash, no credentials, no query. */
  serverUrl: z.string(),
});

const cloudConnection = z.object({
  kind: z.literal('cloud'),
  ...shared,
  organizationKey: z.string().check(z.minLength(1)),
  region: z.enum(['EU', 'US']),
});

/** As stored: strict, without any secret. */
export const connectionSchema = z.discriminatedUnion('kind', [serverConnection, cloudConnection]);

export type ServerConnection = z.output<typeof serverConnection>;
export type CloudConnection = z.output<typeof cloudConnection>;
export type Connection = z.output<typeof connectionSchema>;

/** What a connection leads to, without its name: two connections of one target see the same projects. */
export type Target =
  Pick<ServerConnection, 'kind' | 'serverUrl'> | Pick<CloudConnection, 'kind' | 'organizationKey' | 'region'>;

export type CloudAddresses = Readonly<Record<CloudRegion, CloudHosts>>;

/** Base address of the target's Web API and pages, without trailing slash. */
export function baseUrlOf(target: Target, cloud: CloudAddresses): string {
  return target.kind === 'server' ? target.serverUrl : cloud[target.region].web;
}

/** The only origin its token may go to. */
export function originOf(target: Target, cloud: CloudAddresses): string {
  return new URL(baseUrlOf(target, cloud)).origin;
}

/** Same server, or same organization of the same region. */
export function sameTarget(a: Target, b: Target): boolean {
  if (a.kind === 'server') return b.kind === 'server' && a.serverUrl === b.serverUrl;
  return b.kind === 'cloud' && a.organizationKey === b.organizationKey && a.region === b.region;
}

/**
 * A server address as people type it, in the one form we store: http or https, lower-case host, context path kept,
 * no trailing slash. Undefined for what is no such address or carries credentials, a query or a fragment.
 */
export function parseServerUrl(text: string): string | undefined {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return undefined;
  const url = new URL(trimmed);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username || url.password || url.search || url.hash) return undefined;
  return url.origin + withoutTrailingSlashes(url.pathname);
}

/** Begins at the first slash of a run: tried at each of them, a long run that does not end the text would take for ever. */
export function withoutTrailingSlashes(text: string): string {
  return text.replace(/(?<!\/)\/+$/, '');
}

/** A name that no connection has yet, made from the host or the organization. */
export function proposeConnectionId(target: Target, taken: Iterable<string>): string {
  return uniqueName(
    target.kind === 'server' ? new URL(target.serverUrl).host : target.organizationKey,
    taken,
  );
}

/** The name itself where it is free, else with the first number that makes it so: `main (2)`. */
export function uniqueName(name: string, taken: Iterable<string>): string {
  const used = new Set(taken);
  let free = name;
  for (let n = 2; used.has(free); n++) free = `${name} (${n})`;
  return free;
}
