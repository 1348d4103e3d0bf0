/**
 * Whether a version installs agent features globally, by a hook at the start of a session; earlier ones install a skill in
 * the project.
 */
export function hasSessionHook(version: string): boolean {
  const [major = 0, minor = 0] = version.split(/[.+-]/).map((part) => Number.parseInt(part, 10) || 0);
  return major > 1 || (major === 1 && minor >= 8);
}
