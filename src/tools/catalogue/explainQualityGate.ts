import * as z from 'zod';
import { type GateCondition, getProjectGate } from '../../core/api/qualityGates.ts';
import { findCauses, isNewCodeMetric } from '../../core/gate/causes.ts';
import { countFitting } from '../definition/plainText.ts';
import { branchInput, projectKey } from '../definition/inputs.ts';
import { defineTool } from '../definition/tool.ts';

const behind = z.strictObject({
  metric: z.string(),
  file: z.string(),
  line: z.number().optional(),
  /** Key of the issue or hotspot; absent for a file. */
  key: z.string().optional(),
  rule: z.string().optional(),
  message: z.string().optional(),
});
type Behind = z.input<typeof behind>;

/** Rows per failing condition: enough to start working, not the whole list. */
const perCondition = 20;

export const explainQualityGate = defineTool({
  name: 'explain_quality_gate',
  title: 'Explain a failing quality gate',
  description: 'Failing conditions with the issues, hotspots or files behind them, new code first.',
  toolset: 'quality-gates',
  effect: 'read',
  input: z.strictObject({ projectKey, ...branchInput }),
  output: z.strictObject({
    gate: z.string(),
    failing: z.array(
      z.strictObject({
        metric: z.string(),
        actual: z.string().optional(),
        comparator: z.string().optional(),
        threshold: z.string().optional(),
        total: z.number().optional(),
      }),
    ),
    behind: z.array(behind),
  }),
  async run(call, { projectKey: project, branch, pullRequest }) {
    const scope = { project, branch, pullRequest };
    const { status, conditions } = await getProjectGate(call.api, scope, { signal: call.signal });
    const red = conditions.filter((condition) => condition.status === 'ERROR').sort(newCodeFirst);
    const failing = [];
    const rows: Behind[] = [];
    for (const [index, { metricKey, actualValue, comparator, errorThreshold }] of red.entries()) {
      const query = { ...scope, organization: call.organization, metric: metricKey, limit: perCondition };
      const found = await findCauses(call.api, query, { signal: call.signal });
      for (const { key, file, line, rule, message } of found.rows)
        rows.push({ metric: metricKey, key, file, line, rule, message });
      failing.push({
        metric: metricKey,
        actual: actualValue,
        comparator,
        threshold: errorThreshold,
        total: found.total,
      });
      call.progress(index + 1, red.length);
    }
    return { gate: status, failing, behind: rows.slice(0, countFitting(rows)) };
  },
});

function newCodeFirst(a: GateCondition, b: GateCondition): number {
  return Number(isNewCodeMetric(b.metricKey)) - Number(isNewCodeMetric(a.metricKey));
}
