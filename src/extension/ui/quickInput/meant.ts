/**
 * The candidate that a caller named, else the only one there is. Undefined where the person has to say: there are
 * several, or the one that was named is gone, whose place no other may take unasked.
 * @param isNamed undefined where the caller named none
 */
export function meantOf<T>(
  candidates: readonly T[],
  isNamed: ((candidate: T) => boolean) | undefined,
): T | undefined {
  if (isNamed) return candidates.find(isNamed);
  return candidates.length === 1 ? candidates[0] : undefined;
}
