/** The facts that decide about agent features, as far as the platform reveals them. */
export interface PlatformFacts {
  readonly product: 'server' | 'cloud';
  /** Server only: `community`, `developer`, `enterprise`, `datacenter`; undefined if it is not revealed. */
  readonly edition?: string | undefined;
  /** Cloud only. */
  readonly plan?: 'free' | 'team' | 'enterprise' | undefined;
  /** Server only: `2026.5.1.…` for the server line, `26.9.0.…` for the community line, `9.9.0.…` before both. */
  readonly version?: string | undefined;
}

export type Eligibility = { readonly eligible: true } | { readonly eligible: false; readonly reason: string };

const no = (reason: string): Eligibility => ({ eligible: false, reason });

/** Agent features need a Team or Enterprise plan of the cloud, or an Enterprise or Data Center server from 2026.5. */
export function eligibilityOf({ product, edition, plan, version }: PlatformFacts): Eligibility {
  if (product === 'cloud')
    return plan === 'team' || plan === 'enterprise'
      ? { eligible: true }
      : no('agent features require the Team or Enterprise plan in the cloud');
  if (edition !== 'enterprise' && edition !== 'datacenter')
    return no('agent features require the Enterprise or Data Center edition of the server');
  const [year = 0, release = 0] = (version ?? '').split('.').map(Number);
  // 26.9 is a community build and does not compare with the server line: only four-digit years count.
  const isNewEnough = year > 2026 || (year === 2026 && release >= 5);
  return isNewEnough
    ? { eligible: true }
    : no(`agent features require server version 2026.5, and this version is ${version ?? 'unknown'}`);
}
