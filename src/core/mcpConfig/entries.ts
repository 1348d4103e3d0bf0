import { neutralBrand } from '../brand.ts';
import type { CloudAddresses, Target } from '../connections/connection.ts';

/**
 * An entry of an editor's `mcp.json` that starts a process. This file builds the entries of the specification and one
 * more that needs no container; the caller writes them and keeps the comments and other entries. An entry never
 * contains a token: it refers to the environment variable with the token, in the syntax that the editor resolves.
 */
export interface StdioEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface NetworkEntry {
  readonly type: 'http' | 'https';
  readonly url: string;
  readonly headers: Readonly<Record<'Authorization', string>>;
}

/** The variables that name the tool server's platform. Without any of them the tool server asks for them. */
export interface PlatformVariables {
  /** The address of a server, or of a cloud region other than the default one. */
  readonly url?: string | undefined;
  /** Present on the cloud only. */
  readonly organization?: string | undefined;
}

/** Returns the variables that a tool server needs for a target. The default address of the cloud is built into it. */
export function variablesFor(target: Target, cloud: CloudAddresses): PlatformVariables {
  if (target.kind === 'server') return { url: target.serverUrl };
  const { web } = cloud[target.region];
  const isDefault = web === neutralBrand.cloud.EU.web;
  return { organization: target.organizationKey, ...(!isDefault && { url: web }) };
}

/** The editor's reference to the variable with the token; undefined where its file cannot refer to a variable. */
type TokenReference = string | undefined;

function environmentOf(
  { url, organization }: PlatformVariables,
  reference: TokenReference,
): Record<string, string> {
  return {
    ...(reference !== undefined && { SERVICE_TOKEN: reference }),
    ...(organization !== undefined && { SERVICE_ORG: organization }),
    ...(url !== undefined && { SERVICE_URL: url }),
  };
}

export interface Container {
  /** `docker`, `podman` or a path. */
  readonly runtime: string;
  readonly image: string;
  readonly tag: string;
}

/** Returns an entry that starts a new container. It passes variables by name, so that no process list shows values. */
export function containerEntry(
  { runtime, image, tag }: Container,
  platform: PlatformVariables,
  reference: TokenReference,
): StdioEntry {
  const env = environmentOf(platform, reference);
  const passed = Object.keys(env).flatMap((name) => ['-e', name]);
  const args = ['run', '-i', '--rm', '--init', '--pull=always', ...passed, `${image}:${tag}`];
  return { command: runtime, args, env };
}

/**
 * Returns an entry that starts this project's command line, without a container. The first parameter is the command
 * with its arguments, such as `['service-cli']`.
 */
export function localEntry(
  [command, ...args]: readonly [string, ...string[]],
  platform: PlatformVariables,
  reference: TokenReference,
): StdioEntry {
  return { command, args: [...args, 'mcp'], env: environmentOf(platform, reference) };
}

/** Returns an entry for a running tool server at an http or https address; `authorization` is the header's value. */
export function networkEntry(url: string, authorization: string): NetworkEntry {
  const type = new URL(url).protocol === 'https:' ? 'https' : 'http';
  return { type, url, headers: { Authorization: authorization } };
}

export type Hosted =
  | { readonly available: true; readonly url: string }
  | {
      readonly available: false;
      /** Community editions have no tool server; the other editions have one from 2026.3 on. */
      readonly reason: 'edition' | 'version';
    };

/** Known facts about the platform of a target. */
interface HostingFacts {
  /** The version in the format of the platform. An unknown version (undefined) is treated as too old. */
  readonly version: string | undefined;
  /** The platform's name of its edition: `community`, `developer`, `enterprise`, `datacenter`. */
  readonly edition: string | undefined;
}

const commercial: ReadonlySet<string> = new Set(['developer', 'enterprise', 'datacenter']);

const firstVersion = [2026, 3] as const;

/** Returns whether and where a platform has a tool server: the cloud has one, a server by edition and version. */
export function hostedToolServer(target: Target, facts: HostingFacts, cloud: CloudAddresses): Hosted {
  if (target.kind === 'cloud') return { available: true, url: `${cloud[target.region].api}/mcp` };
  if (!commercial.has(facts.edition?.toLowerCase() ?? '')) return { available: false, reason: 'edition' };
  const [major = 0, minor = 0] = (facts.version ?? '').split('.').map(Number);
  const isRecent = major > firstVersion[0] || (major === firstVersion[0] && minor >= firstVersion[1]);
  return isRecent
    ? { available: true, url: `${target.serverUrl}/mcp` }
    : { available: false, reason: 'version' };
}
