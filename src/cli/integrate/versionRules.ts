/** The version that learned to install agent features globally, by a hook at the start of a session instead of a skill. */
const globalAgentFeatures = [1, 8, 0] as const;

/** Agent features may be installed globally. */
export function allowsGlobalAgentFeatures(cliVersion: string): boolean {
  return isAtLeast(cliVersion, globalAgentFeatures);
}

/** The leftover skill of an earlier install gives way to the hook when the command is run from the project's folder. */
export function replacesLeftoverSkill({
  cliVersion,
  runsInProject,
}: {
  readonly cliVersion: string;
  readonly runsInProject: boolean;
}): boolean {
  return runsInProject && isAtLeast(cliVersion, globalAgentFeatures);
}

/** What a version before the hook recorded as installed has to be installed anew, in the form of today. */
export function wasInstalledAsSkill(recordedVersion: string | undefined): boolean {
  return recordedVersion !== undefined && !isAtLeast(recordedVersion, globalAgentFeatures);
}

function isAtLeast(version: string, [major, minor, patch]: readonly [number, number, number]): boolean {
  const [a = 0, b = 0, c = 0] = version.split(/[.+-]/).map((part) => Number.parseInt(part, 10) || 0);
  return a !== major ? a > major : b !== minor ? b > minor : c >= patch;
}
