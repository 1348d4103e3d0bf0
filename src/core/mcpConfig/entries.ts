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

/** How the editor takes a value from the environment it was started in. */
export const tokenReference = '${env:SERVICE_TOKEN}';

function variablesOf({ url, organization }: PlatformVariables): Record<string, string> {
  return {
    SERVICE_TOKEN: tokenReference,
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
export function containerEntry({ runtime, image, tag }: Container, platform: PlatformVariables): StdioEntry {
  const env = variablesOf(platform);
  const passed = Object.keys(env).flatMap((name) => ['-e', name]);
  const args = ['run', '-i', '--rm', '--init', '--pull=always', ...passed, `${image}:${tag}`];
  return { command: runtime, args, env };
}

/** Our own command line, without a container: `program` is how it is started, such as `['service-cli']`. */
export function localEntry(
  [command, ...args]: readonly [string, ...string[]],
  platform: PlatformVariables,
): StdioEntry {
  return { command, args: [...args, 'mcp'], env: variablesOf(platform) };
}

/** A tool server that runs already, of a team or of the platform itself. `url`: http or https. */
export function networkEntry(url: string): NetworkEntry {
  const type = new URL(url).protocol === 'https:' ? 'https' : 'http';
  return { type, url, headers: { Authorization: `Bearer ${tokenReference}` } };
}
