import type { Condition } from './evaluate.ts';

type CaycStatus = 'compliant' | 'non-compliant' | 'over-compliant';

/** Whether a gate holds the conditions on new code that the platform recommends: all of them, and perhaps more. */
export function caycStatus(
  conditions: readonly Condition[],
  standard: readonly (readonly [metric: string, op: string, error: string])[],
): CaycStatus {
  const holds = standard.every(([metric, op, error]) =>
    conditions.some(
      (condition) =>
        condition.metric === metric &&
        condition.op === op &&
        // How much coverage and duplication is up to the team.
        (/coverage|duplicated/u.test(metric) || condition.error === error),
    ),
  );
  if (!holds) return 'non-compliant';
  return conditions.length > standard.length ? 'over-compliant' : 'compliant';
}
