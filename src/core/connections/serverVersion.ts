/** Older servers are not supported. */
export const oldestServerVersion = '9.9';

/**
 * Returns whether a version such as `10.7.0.96327`, `2026.3.1.123439` or `26.6.0.123539` is older than
 * `oldestServerVersion`, by its first two numbers.
 */
export function isTooOld(version: string): boolean {
  const [oldMajor = 0, oldMinor = 0] = numbersOf(oldestServerVersion);
  const [major, minor] = numbersOf(version);
  // An unreadable version is accepted, because the later checks show whether the server works.
  if (major === undefined || Number.isNaN(major)) return false;
  return major < oldMajor || (major === oldMajor && (minor ?? 0) < oldMinor);
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}
