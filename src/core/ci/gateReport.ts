import { createHash } from 'node:crypto';
import type { Api } from '../api/client.ts';
import {
  type GateCondition,
  gatePage,
  type GateStatus,
  getAnalysisGate,
  getProjectGate,
  type ProjectGateQuery,
} from '../api/qualityGates.ts';
import { Failure } from '../failures.ts';
import { findCauses, isNewCodeMetric, type Cause } from '../gate/causes.ts';
import { metricName, metricValue } from '../gate/measures.ts';

export interface ReportedCondition {
  readonly metric: string;
  readonly status: string;
  readonly isNewCode: boolean;
  readonly comparator?: string | undefined;
  readonly threshold?: string | undefined;
  readonly actual?: string | undefined;
  /** The issues, hotspots or files that make the condition fail; empty for one that passes. */
  readonly causes: readonly Cause[];
  /** The number of causes on the platform; undefined if the metric has none to count. */
  readonly total?: number | undefined;
}

export interface GateReport extends ProjectGateQuery {
  readonly status: GateStatus;
  /** The analysis that it belongs to; undefined for the live gate. */
  readonly analysisId?: string | undefined;
  readonly link: string;
  /** Failing conditions first; within both groups, conditions on new code first. */
  readonly conditions: readonly ReportedCondition[];
}

interface GateReportQuery extends ProjectGateQuery {
  readonly analysisId?: string | undefined;
  /** Required on the cloud, absent elsewhere. */
  readonly organization?: string | undefined;
  /** Largest number of causes per condition, at most 500. */
  readonly limit: number;
  /** Called for a condition whose causes the platform did not give, with the reason. */
  readonly onMissing: (metric: string, failure: Failure) => void;
}

/**
 * Reads a gate: as it was after an analysis, or the live one. The causes are only an explanation, so a token without
 * permission to see issues still gets the status.
 * @throws the `Failure` of the request for the gate, and `cancelled`.
 */
export async function readGateReport(
  api: Api,
  { analysisId, organization, limit, onMissing, ...scope }: GateReportQuery,
): Promise<GateReport> {
  const { status, conditions } = await (analysisId === undefined
    ? getProjectGate(api, scope)
    : getAnalysisGate(api, analysisId));
  const reported: ReportedCondition[] = [];
  for (const condition of conditions) {
    const metric = condition.metricKey;
    const found =
      condition.status === 'ERROR'
        ? await findCauses(api, { ...scope, organization, metric, limit }).catch((error: unknown) => {
            if (!Failure.is(error) || error.code === 'cancelled') throw error;
            onMissing(metric, error);
            return { rows: [] };
          })
        : { rows: [] };
    reported.push(reportedOf(condition, found));
  }
  const rank = (condition: ReportedCondition): number =>
    (condition.status === 'ERROR' ? 0 : 2) + (condition.isNewCode ? 0 : 1);
  return {
    ...scope,
    status,
    analysisId,
    link: gatePage(api.baseUrl, scope),
    conditions: reported.sort((a, b) => rank(a) - rank(b)),
  };
}

function reportedOf(
  { metricKey, status, comparator, errorThreshold, actualValue }: GateCondition,
  { rows, total }: Awaited<ReturnType<typeof findCauses>>,
): ReportedCondition {
  return {
    metric: metricKey,
    status,
    isNewCode: isNewCodeMetric(metricKey),
    comparator,
    threshold: errorThreshold,
    actual: actualValue,
    causes: rows,
    total,
  };
}

export function failingConditions({ conditions }: GateReport): readonly ReportedCondition[] {
  return conditions.filter(({ status }) => status === 'ERROR');
}

/** Returns a text such as `Issues on new code: 3, must be at most 0`. */
export function reportedConditionText({
  metric,
  comparator,
  threshold,
  actual,
}: Pick<ReportedCondition, 'metric' | 'comparator' | 'threshold' | 'actual'>): string {
  const value = actual === undefined ? 'no value' : metricValue(metric, actual);
  const text = `${metricName(metric)}: ${value}`;
  if (threshold === undefined) return text;
  const limit = metricValue(metric, threshold);
  if (metric.endsWith('_rating')) return `${text}, must be ${limit}${limit === 'A' ? '' : ' or better'}`;
  return `${text}, must be ${comparator === 'LT' ? 'at least' : 'at most'} ${limit}`;
}

const statusWords: ReadonlyMap<string, string> = new Map([
  ['OK', 'passed'],
  ['ERROR', 'failed'],
  ['NONE', 'not computed'],
]);

/** Returns the English word for a gate status, such as `passed`, or an unknown status unchanged. */
export function gateStatusWord(status: GateStatus): string {
  return statusWords.get(status) ?? status;
}

/** Returns a text such as `Quality gate of shop, branch main: failed`. */
export function headline({ project, branch, pullRequest, status }: GateReport): string {
  const part =
    pullRequest === undefined
      ? branch === undefined
        ? ''
        : `, branch ${branch}`
      : `, pull request ${pullRequest}`;
  return `Quality gate of ${project}${part}: ${gateStatusWord(status)}`;
}

export interface ReportedCause extends Cause {
  /** Names the issue, hotspot or file in every report. */
  readonly id: string;
  /** The rule, or the first metric for a cause without one. */
  readonly check: string;
  /** Each metric once. */
  readonly metrics: readonly string[];
}

/** Returns the causes of all failing conditions. An issue that breaks several conditions is there once. */
export function allCauses(report: GateReport): readonly ReportedCause[] {
  const found = new Map<string, ReportedCause & { metrics: string[] }>();
  for (const { metric, causes } of failingConditions(report)) {
    for (const cause of causes) {
      const id = cause.key ?? `${cause.file}\n${cause.message ?? ''}`;
      const known = found.get(id);
      if (known) known.metrics.push(metric);
      else found.set(id, { ...cause, id, check: cause.rule ?? metric, metrics: [metric] });
    }
  }
  return [...found.values()];
}

/** Returns a text such as `Remove this code. (Issues on new code)`. */
export function causeText({ message = 'Fails the quality gate', metrics }: ReportedCause): string {
  return `${message} (${metrics.map(metricName).join(', ')})`;
}

/** Returns a digest that stays the same for an issue of the platform. */
export function fingerprint({ id }: ReportedCause): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32);
}
