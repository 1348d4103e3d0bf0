/** The first version that installs agent features globally, by a hook at the start of a session instead of a skill. */
const globalAgentFeatures = [1, 8, 0] as const;

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
