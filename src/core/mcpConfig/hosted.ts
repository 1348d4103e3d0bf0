import type { CloudAddresses, Target } from '../connections/connection.ts';

export type Hosted =
  | { readonly available: true; readonly url: string }
  | {
      readonly available: false;
      /** Community editions have none at all; others from 2026.3 on. */
      readonly reason: 'edition' | 'version';
    };

/** What is known of the platform behind a target. */
export interface PlatformFacts {
  /** As the platform writes it; undefined: unknown, which is taken for too old. */
  readonly version: string | undefined;
  /** As the platform names it: `community`, `developer`, `enterprise`, `datacenter`. */
  readonly edition: string | undefined;
}

const commercial: ReadonlySet<string> = new Set(['developer', 'enterprise', 'datacenter']);

const firstVersion = [2026, 3] as const;

/** Whether a platform brings a tool server of its own, and where: the cloud always, servers by edition and version. */
export function hostedToolServer(target: Target, facts: PlatformFacts, cloud: CloudAddresses): Hosted {
  if (target.kind === 'cloud') return { available: true, url: `${cloud[target.region].api}/mcp` };
  if (!commercial.has(facts.edition?.toLowerCase() ?? '')) return { available: false, reason: 'edition' };
  const [major = 0, minor = 0] = (facts.version ?? '').split('.').map(Number);
  const isRecent = major > firstVersion[0] || (major === firstVersion[0] && minor >= firstVersion[1]);
  return isRecent
    ? { available: true, url: `${target.serverUrl}/mcp` }
    : { available: false, reason: 'version' };
}
