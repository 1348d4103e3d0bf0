const oldest = [9, 9] as const;

/** Older servers are not supported. */
export const oldestServerVersion = oldest.join('.');

/** Returns whether a version such as `10.7.0.96327`, `2026.3.1.123439` or `26.6.0.123539` is not supported. */
export function isTooOld(version: string): boolean {
  const [major = NaN, minor = 0] = version.split('.').map(Number);
  // An unreadable version is accepted, because the later checks show whether the server works.
  return major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
}
