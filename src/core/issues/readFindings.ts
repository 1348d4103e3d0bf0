import type { Api, CallOptions, Page } from '../api/client.ts';
import { searchHotspots } from '../api/hotspots.ts';
import { searchIssues, type IssueQuery } from '../api/issues.ts';
import { getProjectGate } from '../api/qualityGates.ts';
import { branchOrPullRequest, gateQuery, type GateId } from '../gate/model.ts';
import { isNewCodeMetric, newCodeFilter, reasonOfMetric } from '../gate/causes.ts';
import type { Reason } from '../gate/reasons.data.ts';
import { readLineFindings } from './lineFindings.ts';
import { findingOfHotspot, findingOfIssue, type Finding } from './finding.ts';

const pageSize = 500;

export interface FindingScope extends GateId {
  /** Required on the cloud, absent elsewhere. */
  readonly organization: string | undefined;
  /** Only findings of the new-code period. */
  readonly newCode: boolean;
  /** Path of one file below the project; without it, all files. */
  readonly path?: string | undefined;
}

export interface FindingList {
  readonly findings: readonly Finding[];
  /** The number of findings on the platform, also those that were not read and those outside of files. */
  readonly total: number;
}

interface ReadOptions {
  readonly api: Api;
  readonly call: CallOptions;
  /** No further page is read after this number of findings. */
  readonly limit: number;
  /** If the platform has more, only the first page is read. */
  readonly onlyUpTo?: number;
}

/** Reads the open issues of the scope, page by page, up to the limit. */
export async function readIssues(
  { project, branch, organization, newCode, path }: FindingScope,
  options: ReadOptions,
  filter: Pick<IssueQuery, 'types' | 'severities' | 'impactSoftwareQualities'> = {},
): Promise<FindingList> {
  const { api, call } = options;
  const query = {
    ...{ ...newCodeOf(branch, newCode), ...filter, organization, resolved: false },
    project: path === undefined ? project : `${project}:${path}`,
    additionalFields: ['transitions'] as const,
  };
  return readPages(options, findingOfIssue, (page) => searchIssues(api, { ...query, page, pageSize }, call));
}

/** Reads the hotspots of the scope that are to be reviewed, page by page, up to the limit. */
export function readHotspots(
  { project, branch, organization, newCode, path }: FindingScope,
  options: ReadOptions,
): Promise<FindingList> {
  const { api, call } = options;
  const query = {
    ...{ ...newCodeOf(branch, newCode), project, status: 'TO_REVIEW' as const },
    cloud: organization !== undefined,
    files: path === undefined ? undefined : [path],
  };
  return readPages(options, findingOfHotspot, (page) =>
    searchHotspots(api, { ...query, page, pageSize }, call),
  );
}

function newCodeOf(branch: string | undefined, newCode: boolean) {
  const selection = branchOrPullRequest(branch);
  return { ...selection, newCode: newCodeFilter(newCode, selection) };
}

async function readPages<T>(
  { limit, onlyUpTo = Infinity }: ReadOptions,
  findingOf: (item: T) => Finding | undefined,
  read: (page: number) => Promise<Page<T>>,
): Promise<FindingList> {
  const findings: Finding[] = [];
  for (let page = 1; ; page++) {
    const { items, total } = await read(page);
    for (const item of items) findings.push(...toArray(findingOf(item)));
    const isEnough = items.length === 0 || total > onlyUpTo || page * pageSize >= Math.min(total, limit);
    if (isEnough) return { findings, total };
  }
}

const toArray = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value]);

export interface GateFindings extends FindingList {
  /** The metrics of failing conditions of which findings are missing: those without places, and those in too many files. */
  readonly otherMetrics: readonly string[];
  /** Whether no failing condition is about code that is not new. */
  readonly isNewCodeOnly: boolean;
}

/** The query of a condition, and the number of its findings that were not read. */
interface Question {
  readonly newCode: boolean;
  readonly reason: Exclude<Reason, { kind: 'files' }>;
  readonly unread: number;
}

/**
 * Reads the findings that make the conditions of a gate fail, each one once, up to the limit for each condition.
 *
 * @param scope its `newCode` is ignored: the metric of each condition tells whether it is about new code.
 */
export async function readGateFindings(scope: FindingScope, options: ReadOptions): Promise<GateFindings> {
  const { conditions } = await getProjectGate(options.api, gateQuery(scope), options.call);
  const found = new Map<string, Finding>();
  const otherMetrics: string[] = [];
  const questions: Question[] = [];
  const failing = conditions.filter(({ status }) => status === 'ERROR');
  for (const { metricKey } of failing) {
    const newCode = isNewCodeMetric(metricKey);
    const reason = reasonOfMetric(metricKey);
    if (reason === undefined || reason.kind === 'files') {
      const { findings, isComplete } = reason
        ? await readLineFindings({ ...scope, newCode }, reason.metric, options)
        : nothingFound;
      for (const finding of findings) found.set(finding.key, finding);
      if (!isComplete) otherMetrics.push(metricKey);
      continue;
    }
    // Several conditions may have the same reason, such as the number of bugs and their rating.
    const question = { newCode, reason, unread: 0 };
    if (questions.some((other) => covers(other, question) && covers(question, other))) continue;
    const { findings, total } =
      reason.kind === 'hotspots'
        ? await readHotspots({ ...scope, newCode }, options)
        : await readIssues({ ...scope, newCode }, options, reason.filter);
    questions.push({ ...question, unread: Math.max(0, total - findings.length) });
    for (const finding of findings) found.set(finding.key, finding);
  }
  const isNewCodeOnly = failing.every(({ metricKey }) => isNewCodeMetric(metricKey));
  return {
    findings: [...found.values()],
    total: found.size + unreadIn(questions),
    otherMetrics,
    isNewCodeOnly,
  };
}

const nothingFound = { findings: [], isComplete: false };

/** Returns how many findings were not read. An issue that several questions ask for is counted once. */
function unreadIn(questions: readonly Question[]): number {
  const own = questions.filter(
    (question) => !questions.some((other) => other !== question && covers(other, question)),
  );
  return own.reduce((sum, { unread }) => sum + unread, 0);
}

/** Whether all findings that a question asks for are among those of another one. */
function covers({ newCode, reason }: Question, asked: Question): boolean {
  if (newCode && !asked.newCode) return false;
  if (reason.kind === 'hotspots' || asked.reason.kind === 'hotspots')
    return reason.kind === asked.reason.kind;
  const { filter } = asked.reason;
  return (['types', 'severities', 'impactSoftwareQualities'] as const).every((name) => {
    const allowed = reason.filter[name];
    return !allowed || (filter[name]?.every((value) => allowed.includes(value)) ?? false);
  });
}
