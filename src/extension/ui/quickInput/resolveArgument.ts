/**
 * Returns the candidate that the caller named, else the only candidate. Undefined when the user has to choose: there
 * are several candidates, or the named one no longer exists, which no other candidate may replace unasked.
 *
 * @param isNamed Undefined when the caller named no candidate.
 */
export function resolveArgument<T>(
  candidates: readonly T[],
  isNamed: ((candidate: T) => boolean) | undefined,
): T | undefined {
  if (isNamed) return candidates.find(isNamed);
  return candidates.length === 1 ? candidates[0] : undefined;
}
