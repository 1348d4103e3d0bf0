import type { ConditionResult, GateResult } from '../store/analyses/analyses.ts';
import type { Condition } from '../store/projects.ts';
import { isNewCode } from './metrics.data.ts';

/** With fewer new lines, a percentage is not meaningful. */
const fewNewLines = 20;
const notForFewLines = new Set([
  'new_coverage',
  'new_duplicated_lines',
  'new_duplicated_lines_density',
  'new_duplicated_blocks',
]);

/** Computes a gate's status. A condition without value (`undefined`) passes; a gate without conditions is OK. */
export function evaluateGate(
  conditions: readonly Condition[],
  measure: (metric: string) => string | undefined,
  { ignoresFewNewLines }: { readonly ignoresFewNewLines: boolean },
): GateResult {
  const newLines = measure('new_lines');
  const isSmall = ignoresFewNewLines && newLines !== undefined && Number(newLines) < fewNewLines;
  let ignoredConditions = false;
  const results = conditions.map((condition): ConditionResult => {
    const actual = measure(condition.metric);
    if (actual === undefined) return { ...condition, level: 'OK' };
    const isExceeded =
      condition.op === 'GT'
        ? Number(actual) > Number(condition.error)
        : Number(actual) < Number(condition.error);
    const isIgnored = isExceeded && isSmall && notForFewLines.has(condition.metric);
    ignoredConditions ||= isIgnored;
    return { ...condition, level: isExceeded && !isIgnored ? 'ERROR' : 'OK', actual };
  });
  const level = results.some((result) => result.level === 'ERROR') ? 'ERROR' : 'OK';
  return { level, conditions: results, ignoredConditions };
}

/** Returns the measure `quality_gate_details`: JSON that can be parsed as a `GateResult`. */
export function gateDetails({ level, conditions, ignoredConditions }: GateResult): string {
  return JSON.stringify({
    level,
    conditions: conditions.map(({ metric, op, error, actual, level: conditionLevel }) => ({
      metric,
      op,
      ...(isNewCode(metric) ? { period: 1 } : {}),
      error,
      ...(actual === undefined ? {} : { actual }),
      level: conditionLevel,
    })),
    ignoredConditions,
  });
}

/** Returns a result as an analysis reports it: conditions without a value are left out (an issue change keeps them). */
export function withValuesOnly(result: GateResult): GateResult {
  return { ...result, conditions: result.conditions.filter(({ actual }) => actual !== undefined) };
}

export const standardConditions: readonly Condition[] = [
  { metric: 'new_violations', op: 'GT', error: '0' },
  { metric: 'new_coverage', op: 'LT', error: '80' },
  { metric: 'new_duplicated_lines_density', op: 'GT', error: '3' },
  { metric: 'new_security_hotspots_reviewed', op: 'LT', error: '100' },
];
