import type { Condition } from './evaluate.ts';

type CaycStatus = 'compliant' | 'non-compliant' | 'over-compliant';

/**
 * Returns whether a gate contains all conditions on new code that the platform recommends, and whether it has more.
 */
export function caycStatus(
  conditions: readonly Condition[],
  standard: readonly (readonly [metric: string, op: string, error: string])[],
): CaycStatus {
  const holds = standard.every(([metric, op, error]) =>
    conditions.some(
      (condition) =>
        condition.metric === metric &&
        condition.op === op &&
        // The team may choose its own limits of coverage and duplication.
        (/coverage|duplicated/u.test(metric) || condition.error === error),
    ),
  );
  if (!holds) return 'non-compliant';
  return conditions.length > standard.length ? 'over-compliant' : 'compliant';
}
