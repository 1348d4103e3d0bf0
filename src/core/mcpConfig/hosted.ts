import type { CloudAddresses, Target } from '../connections/connection.ts';

export type Hosted =
  | { readonly available: true; readonly url: string }
  | {
      readonly available: false;
      /** Community editions have no tool server; the other editions have one from 2026.3 on. */
      readonly reason: 'edition' | 'version';
    };

/** Known facts about the platform of a target. */
export interface HostingFacts {
  /** The version in the format of the platform. An unknown version (undefined) is treated as too old. */
  readonly version: string | undefined;
  /** The platform's name of its edition: `community`, `developer`, `enterprise`, `datacenter`. */
  readonly edition: string | undefined;
}

const commercial: ReadonlySet<string> = new Set(['developer', 'enterprise', 'datacenter']);

const firstVersion = [2026, 3] as const;

/**
 * Returns whether a platform includes a tool server, and its address. The cloud always includes one; a server does
 * depending on its edition and version.
 */
export function hostedToolServer(target: Target, facts: HostingFacts, cloud: CloudAddresses): Hosted {
  if (target.kind === 'cloud') return { available: true, url: `${cloud[target.region].api}/mcp` };
  if (!commercial.has(facts.edition?.toLowerCase() ?? '')) return { available: false, reason: 'edition' };
  const [major = 0, minor = 0] = (facts.version ?? '').split('.').map(Number);
  const isRecent = major > firstVersion[0] || (major === firstVersion[0] && minor >= firstVersion[1]);
  return isRecent
    ? { available: true, url: `${target.serverUrl}/mcp` }
    : { available: false, reason: 'version' };
}
