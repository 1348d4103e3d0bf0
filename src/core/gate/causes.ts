import type { Api } from '../api/client.ts';
import { searchFileMeasures } from '../api/measures.ts';
import { searchHotspots } from '../api/hotspots.ts';
import { issueSeverity, pathInProject, searchIssues } from '../api/issues.ts';
import type { ProjectGateQuery } from '../api/qualityGates.ts';
import { reasons, type Reason } from './reasons.data.ts';

/** An issue, hotspot or file that makes a condition fail. */
export interface Cause {
  /** Path below the project. */
  readonly file: string;
  readonly line?: number | undefined;
  /** Key of the issue or hotspot; absent for a file. */
  readonly key?: string | undefined;
  readonly rule?: string | undefined;
  readonly severity?: string | undefined;
  readonly message?: string | undefined;
}

interface Causes {
  readonly rows: readonly Cause[];
  /** Undefined for a metric that has no items to list, such as a number of lines. */
  readonly total?: number;
}

interface CauseQuery extends ProjectGateQuery {
  /** The metric of the failing condition. */
  readonly metric: string;
  /** Required on the cloud, absent elsewhere. */
  readonly organization?: string | undefined;
  /** The largest number of rows, at most 500. */
  readonly limit: number;
}

/** Returns the first causes of a failing condition: issues, hotspots, or the files with the most of its metric. */
export function findCauses(api: Api, query: CauseQuery): Promise<Causes> {
  const reason = reasonOfMetric(query.metric);
  switch (reason?.kind) {
    case undefined:
      return Promise.resolve({ rows: [] });
    case 'issues':
      return findIssues(api, query, reason.filter);
    case 'hotspots':
      return findHotspots(api, query);
    case 'files':
      return findFiles(api, query, reason.metric);
  }
}

export function reasonOfMetric(metric: string): Reason | undefined {
  return reasons.get(metric.replace(/^new_/, ''));
}

export function isCoverageMetric(metric: string): boolean {
  const reason = reasonOfMetric(metric);
  return reason?.kind === 'files' && reason.metric.startsWith('uncovered');
}

/** Returns the new-code filter for findings. A pull request has no period, and its findings are all on new code. */
export function newCodeFilter(
  newCode: boolean,
  { pullRequest }: { readonly pullRequest?: string | undefined },
): boolean {
  return newCode && pullRequest === undefined;
}

/** Whether a metric counts new code only. The platform marks these by the prefix `new_`. */
export function isNewCodeMetric(metric: string): boolean {
  return metric.startsWith('new_');
}

async function findIssues(
  api: Api,
  { metric, limit, ...scope }: CauseQuery,
  filter: Pick<Parameters<typeof searchIssues>[1], 'types' | 'severities' | 'impactSoftwareQualities'>,
): Promise<Causes> {
  const newCode = newCodeFilter(isNewCodeMetric(metric), scope);
  const query = { ...scope, ...filter, resolved: false, newCode, pageSize: limit };
  const { items, total } = await searchIssues(api, query);
  const rows = items.map((issue) => {
    const { key, line, rule, message } = issue;
    return { key, file: pathInProject(issue), line, rule, severity: issueSeverity(issue), message };
  });
  return { total, rows };
}

async function findHotspots(
  api: Api,
  { metric, limit, organization, ...scope }: CauseQuery,
): Promise<Causes> {
  const query = { ...scope, cloud: organization !== undefined, status: 'TO_REVIEW' } as const;
  const { items, total } = await searchHotspots(api, {
    ...query,
    newCode: newCodeFilter(isNewCodeMetric(metric), scope),
    pageSize: limit,
  });
  const rows = items.map((hotspot) => {
    const { key, line, ruleKey, vulnerabilityProbability, message } = hotspot;
    const file = pathInProject(hotspot);
    return { key, file, line, rule: ruleKey, severity: vulnerabilityProbability, message };
  });
  return { total, rows };
}

async function findFiles(
  api: Api,
  { metric, limit, project, branch, pullRequest }: CauseQuery,
  counted: string,
): Promise<Causes> {
  const sort = isNewCodeMetric(metric) ? `new_${counted}` : counted;
  const { items } = await searchFileMeasures(api, {
    component: project,
    branch,
    pullRequest,
    metrics: [sort],
    sort,
    ascending: false,
    pageSize: limit,
  });
  const worst = items.filter(({ measures }) => Number(measures[sort]) > 0);
  return {
    rows: worst.map(({ key, path, measures }) => ({
      file: path ?? key,
      message: `${sort}: ${measures[sort] ?? ''}`,
    })),
  };
}
