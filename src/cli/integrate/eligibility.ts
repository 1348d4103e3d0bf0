/** What decides over agent features, as far as the platform says it. */
export interface PlatformFacts {
  readonly product: 'server' | 'cloud';
  /** Server: `community`, `developer`, `enterprise`, `datacenter`; undefined where it keeps that to itself. */
  readonly edition?: string | undefined;
  /** Cloud. */
  readonly plan?: 'free' | 'team' | 'enterprise' | undefined;
  /** Server: `2026.5.1.…` of the server line, `26.9.0.…` of the community line, `9.9.0.…` before there were two. */
  readonly version?: string | undefined;
}

export type Eligibility = { readonly eligible: true } | { readonly eligible: false; readonly reason: string };

const no = (reason: string): Eligibility => ({ eligible: false, reason });

/** Agent features: cloud Team and Enterprise plans; server 2026.5 and newer, Enterprise and Data Center editions. */
export function eligibilityOf({ product, edition, plan, version }: PlatformFacts): Eligibility {
  if (product === 'cloud')
    return plan === 'team' || plan === 'enterprise'
      ? { eligible: true }
      : no('agent features need a Team or Enterprise plan of the cloud');
  if (edition !== 'enterprise' && edition !== 'datacenter')
    return no('agent features need the Enterprise or Data Center edition of the server');
  const [year = 0, release = 0] = (version ?? '').split('.').map(Number);
  // 26.9 is a community build and newer than nothing of the server line: only four-digit years count.
  const isNewEnough = year > 2026 || (year === 2026 && release >= 5);
  return isNewEnough
    ? { eligible: true }
    : no(`agent features need server 2026.5, this is ${version ?? 'unknown'}`);
}
