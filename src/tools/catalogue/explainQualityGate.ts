import * as z from 'zod';
import { searchFileMeasures } from '../../core/api/componentMeasures.ts';
import { searchHotspots } from '../../core/api/hotspots.ts';
import { searchIssues } from '../../core/api/issues.ts';
import { type GateCondition, getProjectGate, type ProjectGateQuery } from '../../core/api/qualityGates.ts';
import { countFitting } from '../definition/plainText.ts';
import { branchInput, projectKey } from '../definition/inputs.ts';
import { hotspotRowOf, issueRowOf } from '../definition/rows.ts';
import { type Call, defineTool } from '../definition/tool.ts';
import { reasons } from '../../core/gate/reasons.data.ts';

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
      const found = await reasonsOf(metricKey, scope, call);
      rows.push(...found.rows);
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

function isNewCode(metric: string): boolean {
  return metric.startsWith('new_');
}

function newCodeFirst(a: GateCondition, b: GateCondition): number {
  return Number(isNewCode(b.metricKey)) - Number(isNewCode(a.metricKey));
}

interface Found {
  readonly rows: readonly Behind[];
  /** Undefined for a metric that has no items to list, such as a number of lines. */
  readonly total?: number;
}

async function reasonsOf(metric: string, scope: ProjectGateQuery, call: Call): Promise<Found> {
  const { api, organization, target, signal } = call;
  const newCode = isNewCode(metric);
  const reason = reasons[metric.replace(/^new_/, '')];
  switch (reason?.kind) {
    case undefined:
      return { rows: [] };
    case 'issues': {
      const query = {
        ...scope,
        ...reason.filter,
        organization,
        resolved: false,
        newCode,
        pageSize: perCondition,
      };
      const { items, total } = await searchIssues(api, query, { signal });
      const rows = items.map(issueRowOf);
      return {
        total,
        rows: rows.map(({ key, file, line, rule, message }) => ({ metric, key, file, line, rule, message })),
      };
    }
    case 'hotspots': {
      const cloud = target.kind === 'cloud';
      const query = { ...scope, cloud, status: 'TO_REVIEW', newCode, pageSize: perCondition } as const;
      const { items, total } = await searchHotspots(api, query, { signal });
      const rows = items.map(hotspotRowOf);
      return {
        total,
        rows: rows.map(({ key, file, line, message }) => ({ metric, key, file, line, message })),
      };
    }
    case 'files': {
      const counted = newCode ? `new_${reason.metric}` : reason.metric;
      const { project, branch, pullRequest } = scope;
      const query = {
        component: project,
        branch,
        pullRequest,
        metrics: [counted],
        sort: counted,
        ascending: false,
      };
      const { items } = await searchFileMeasures(api, { ...query, pageSize: perCondition }, { signal });
      const worst = items.filter(({ measures }) => Number(measures[counted]) > 0);
      return {
        rows: worst.map(({ key, path, measures }) => ({
          metric,
          file: path ?? key,
          message: `${counted}: ${measures[counted] ?? ''}`,
        })),
      };
    }
  }
}
