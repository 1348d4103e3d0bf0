/** The facts that decide about agent features, as far as the platform reveals them. */
export interface PlatformFacts {
  readonly product: 'server' | 'cloud';
  /**
   * Server only: `community`, `developer`, `enterprise`, `datacenter`; undefined when the server does not reveal it.
   */
  readonly edition?: string | undefined;
  /** Cloud only. */
  readonly plan?: 'free' | 'team' | 'enterprise' | undefined;
  /**
   * Server only: `2026.5.1.…` for the server line, `26.9.0.…` for the community line, `9.9.0.…` before the lines
   * separated.
   */
  readonly version?: string | undefined;
}

export type Eligibility = { readonly eligible: true } | { readonly eligible: false; readonly reason: string };

const no = (reason: string): Eligibility => ({ eligible: false, reason });

/**
 * Decides about agent features. They need a Team or Enterprise plan of the cloud, or the Enterprise or Data Center
 * edition of a server from 2026.5 on.
 */
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

/** The first version that installs agent features globally, by a hook at the start of a session instead of a skill. */
const globalAgentFeatures = [1, 8, 0] as const;

/** Whether this version may install agent features globally. */
export function allowsGlobalAgentFeatures(cliVersion: string): boolean {
  return isAtLeast(cliVersion, globalAgentFeatures);
}

/**
 * Whether the hook replaces the leftover skill of an earlier installation: only when the command runs in the project's
 * folder.
 */
export function replacesLeftoverSkill({
  cliVersion,
  runsInProject,
}: {
  readonly cliVersion: string;
  readonly runsInProject: boolean;
}): boolean {
  return runsInProject && isAtLeast(cliVersion, globalAgentFeatures);
}

/**
 * Whether a version before the hook made the recorded installation, so that it has to be installed again in today's
 * form.
 */
export function wasInstalledAsSkill(recordedVersion: string | undefined): boolean {
  return recordedVersion !== undefined && !isAtLeast(recordedVersion, globalAgentFeatures);
}

function isAtLeast(version: string, [major, minor, patch]: readonly [number, number, number]): boolean {
  const [a = 0, b = 0, c = 0] = version.split(/[.+-]/).map((part) => Number.parseInt(part, 10) || 0);
  return a !== major ? a > major : b !== minor ? b > minor : c >= patch;
}
