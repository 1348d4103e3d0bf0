import { neutralBrand } from '../brand.ts';
import type { CloudAddresses, Target } from '../connections/connection.ts';
import type { McpClient } from './clients.data.ts';

/**
 * Entries of an editor's `mcp.json`, in the shapes of the specification and one more without a container. Pure: who
 * writes them into a file keeps its comments and its other entries.
 *
 * No entry ever holds a token. It names the variable that does, in the way the editor resolves it.
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

/** What the tool server has to know of its platform, by variable. Neither of both: it will ask for them. */
export interface PlatformVariables {
  /** A server, or a region of the cloud that is not the default one. */
  readonly url?: string | undefined;
  /** Cloud only. */
  readonly organization?: string | undefined;
}

/** How most editors take a value from the environment they were started in. */
export const tokenReference = '${env:SERVICE_TOKEN}';

/** What the tool server has to know to work with a target. The default address of the cloud it knows by itself. */
export function variablesFor(target: Target, cloud: CloudAddresses): PlatformVariables {
  if (target.kind === 'server') return { url: target.serverUrl };
  const { web } = cloud[target.region];
  const isDefault = web === neutralBrand.cloud.EU.web;
  return { organization: target.organizationKey, ...(!isDefault && { url: web }) };
}

function environmentOf({ url, organization }: PlatformVariables, reference: string): Record<string, string> {
  return {
    SERVICE_TOKEN: reference,
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

/** A container per start. Variables are passed by name, so that no value stands in a list of processes. */
export function containerEntry(
  { runtime, image, tag }: Container,
  platform: PlatformVariables,
  reference = tokenReference,
): StdioEntry {
  const env = environmentOf(platform, reference);
  const passed = Object.keys(env).flatMap((name) => ['-e', name]);
  const args = ['run', '-i', '--rm', '--init', '--pull=always', ...passed, `${image}:${tag}`];
  return { command: runtime, args, env };
}

/** Our own command line, without a container: `program` is how it is started, such as `['service-cli']`. */
export function localEntry(
  [command, ...args]: readonly [string, ...string[]],
  platform: PlatformVariables,
  reference = tokenReference,
): StdioEntry {
  return { command, args: [...args, 'mcp'], env: environmentOf(platform, reference) };
}

/** A tool server that runs already, of a team or of the platform itself. `url`: http or https. */
export function networkEntry(url: string, reference = tokenReference): NetworkEntry {
  const type = new URL(url).protocol === 'https:' ? 'https' : 'http';
  return { type, url, headers: { Authorization: `Bearer ${reference}` } };
}

/** An entry as a client wants it. */
export function entryFor(
  { isTyped }: Pick<McpClient, 'isTyped'>,
  entry: StdioEntry | NetworkEntry,
): Readonly<Record<string, unknown>> {
  if (!isTyped) return { ...entry };
  return 'command' in entry ? { type: 'stdio', ...entry } : { ...entry, type: 'http' };
}
