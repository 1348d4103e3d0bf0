/** Returns the named candidate, or the only one if none is named; undefined if the user has to choose. */
export function resolveArgument<T>(
  candidates: readonly T[],
  isNamed: ((candidate: T) => boolean) | undefined,
): T | undefined {
  // No other candidate may replace a named one that no longer exists.
  if (isNamed) return candidates.find(isNamed);
  return candidates.length === 1 ? candidates[0] : undefined;
}
