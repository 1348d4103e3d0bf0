import type { Api } from '../api/client.ts';
import { searchIssues, type Issue } from '../api/issues.ts';
import { parsePlatformDate } from '../api/dates.ts';
import { type MeasureHistory, newestMeasureHistory } from '../api/measures.ts';
import { searchMetrics, type Metric } from '../api/metrics.ts';
import { getProjectGate, type GateCondition, type GateStatus } from '../api/qualityGates.ts';
import { Failure } from '../failures.ts';
import type { Log } from '../log.ts';
import { isNewCodeMetric, newCodeFilter, reasonOfMetric } from './causes.ts';
import { excessOf } from './measures.ts';
import { branchOrPullRequest, gateQuery, type GateId } from './model.ts';

/** Number of issues that are shown for a condition: enough to start the work, not the whole list. */
const issuesPerCondition = 10;
const analyses = 50;

/** A value at the time of an analysis, milliseconds since the epoch. */
export interface HistoryPoint {
  readonly at: number;
  readonly value: string;
}

/** A condition of a gate with all that its details show. Threshold and value are as the platform writes them. */
export interface ConditionDetails {
  readonly metric: string;
  /** The platform's name of the metric; made from its key if the platform gives no name. */
  readonly name: string;
  /** The platform's type of the metric, such as `INT`, `PERCENT`, `RATING` or `WORK_DUR`. */
  readonly type: string | undefined;
  readonly isNewCode: boolean;
  readonly isFailing: boolean;
  readonly comparator: string | undefined;
  readonly threshold: string | undefined;
  readonly actual: string | undefined;
  /** Distance of the value from the threshold; undefined if the condition passes or one of the two is not a number. */
  readonly excess: number | undefined;
  /** Oldest first. Empty for conditions that pass, and if the platform gave no history. */
  readonly history: readonly HistoryPoint[];
  /** The total and the first issues that make a condition fail; undefined if none do, or if the platform gave none. */
  readonly issues: { readonly total: number; readonly items: readonly Issue[] } | undefined;
}

export interface GateDetails {
  readonly status: GateStatus;
  /** Failing conditions first; within both groups, conditions on new code first. */
  readonly conditions: readonly ConditionDetails[];
  /** The status at each analysis, oldest first. */
  readonly history: readonly HistoryPoint[];
}

/**
 * Reads the details of one gate from the platform. Metric names, history and issues that the platform does not give are
 * left out and logged.
 * @throws the `Failure` of the request for the conditions, and `cancelled`.
 */
export async function readGateDetails(api: Api, gate: GateId, log: Log): Promise<GateDetails> {
  const { status, conditions } = await getProjectGate(api, gateQuery(gate));
  const failing = conditions.filter((condition) => condition.status === 'ERROR');
  const [metrics, histories, issues] = await Promise.all([
    optional(log, 'names', async () => (await searchMetrics(api, { pageSize: 500 })).items),
    optional(log, 'history', () => readHistories(api, gate, failing)),
    Promise.all(
      failing.map(
        async ({ metricKey }) =>
          [metricKey, await optional(log, 'issues', () => readIssues(api, gate, metricKey))] as const,
      ),
    ),
  ]);
  const historyOf = (metric: string) => pointsOf(histories?.find((history) => history.metric === metric));
  const issuesOf = new Map(issues);
  const details = conditions.map((condition) =>
    detailsOf(condition, {
      metric: metrics?.find(({ key }) => key === condition.metricKey),
      history: historyOf(condition.metricKey),
      issues: issuesOf.get(condition.metricKey),
    }),
  );
  const rank = ({ isFailing, isNewCode }: ConditionDetails) => (isFailing ? 0 : 2) + (isNewCode ? 0 : 1);
  return {
    status,
    conditions: details.sort((a, b) => rank(a) - rank(b)),
    history: historyOf('alert_status'),
  };
}

function readHistories(
  api: Api,
  { project, branch }: GateId,
  failing: readonly GateCondition[],
): Promise<readonly MeasureHistory[]> {
  const metrics = ['alert_status', ...failing.map(({ metricKey }) => metricKey)];
  const scope = branchOrPullRequest(branch);
  return newestMeasureHistory(api, { component: project, ...scope, metrics, count: analyses });
}

async function readIssues(api: Api, gate: GateId, metric: string): Promise<ConditionDetails['issues']> {
  const reason = reasonOfMetric(metric);
  if (reason?.kind !== 'issues') return undefined;
  const scope = gateQuery(gate);
  const newCode = newCodeFilter(isNewCodeMetric(metric), scope);
  const query = { ...scope, ...reason.filter, resolved: false, newCode, pageSize: issuesPerCondition };
  return searchIssues(api, query);
}

async function optional<T>(log: Log, what: string, ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!Failure.is(error) || error.code === 'cancelled') throw error;
    log.info(`Details of a gate without ${what}: ${error.message}`);
    return undefined;
  }
}

function detailsOf(
  { metricKey, comparator, errorThreshold, actualValue, status }: GateCondition,
  more: Pick<ConditionDetails, 'history' | 'issues'> & { readonly metric: Metric | undefined },
): ConditionDetails {
  return {
    metric: metricKey,
    name: more.metric?.name ?? metricKey.replaceAll('_', ' '),
    type: more.metric?.type,
    isNewCode: isNewCodeMetric(metricKey),
    isFailing: status === 'ERROR',
    comparator,
    threshold: errorThreshold,
    actual: actualValue,
    excess: status === 'ERROR' ? excessOf(actualValue, errorThreshold) : undefined,
    history: more.history,
    issues: more.issues,
  };
}

function pointsOf(history: MeasureHistory | undefined): readonly HistoryPoint[] {
  return (history?.history ?? []).flatMap(({ date, value }) => {
    const at = parsePlatformDate(date);
    return at === undefined || value === undefined ? [] : [{ at, value }];
  });
}
