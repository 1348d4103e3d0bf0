import type { Rights } from '../../auth/rights.ts';
import type { ServerContext } from '../../serverContext.ts';
import { formatDate } from '../../http/dates.ts';
import type { Json } from '../../http/json.ts';
import { issueStatusOf, offeredTransitions } from '../../issues/workflow.ts';
import type { FoundIssue } from '../../store/issues/issueSearch.ts';
import { relatedOf, textRangeOf, type IssueType, type Severity } from '../../store/issues/issues.ts';
import { projectById } from '../../store/projects/projects.ts';

/** Whether the caller administers the issues of an issue's project. Without the project, the caller does not. */
export function isIssueAdmin({ db }: ServerContext, rights: Rights, issue: FoundIssue): boolean {
  const project = projectById(db, issue.projectId);
  return project !== undefined && rights.has('issueadmin', project);
}

const componentKeyOf = ({ projectKey, path }: FoundIssue): string =>
  path ? `${projectKey}:${path}` : projectKey;

/** Returns an issue as `api/issues/search` answers it. Older versions lack the fields of the clean-code taxonomy. */
export function issueJson(
  server: ServerContext,
  rights: Rights,
  issue: FoundIssue,
  hasTransitions: boolean,
): Json {
  const { impacts, issueStatuses } = server.dialect;
  return {
    key: issue.id,
    rule: issue.rule,
    severity: issue.severity,
    component: componentKeyOf(issue),
    project: issue.projectKey,
    line: issue.line,
    hash: issue.lineHash,
    textRange: textRangeOf(issue),
    flows: relatedOf(issue).map(({ path, message, textRange }) => ({
      locations: [{ component: `${issue.projectKey}:${path}`, textRange, msg: message }],
    })),
    resolution: issue.resolution,
    status: issue.status,
    message: issue.message,
    assignee: issue.assignee,
    author: issue.author ?? '',
    transitions: hasTransitions
      ? offeredTransitions(issue, issueStatuses, isIssueAdmin(server, rights, issue))
      : undefined,
    creationDate: formatDate(issue.createdAt),
    updateDate: formatDate(issue.updatedAt),
    type: issue.type,
    impacts: impacts ? [impactOf(issue.type, issue.severity)] : undefined,
    issueStatus: issueStatuses ? issueStatusOf(issue) : undefined,
  };
}

/** The software quality that an issue of each type harms, as newer versions report it with its severity. */
const qualities: Readonly<Record<IssueType, string>> = {
  CODE_SMELL: 'MAINTAINABILITY',
  BUG: 'RELIABILITY',
  VULNERABILITY: 'SECURITY',
};
const impactSeverities: Readonly<Record<Severity, string>> = {
  INFO: 'INFO',
  MINOR: 'LOW',
  MAJOR: 'MEDIUM',
  CRITICAL: 'HIGH',
  BLOCKER: 'BLOCKER',
};

export const impactOf = (type: IssueType, severity: Severity): Json => ({
  softwareQuality: qualities[type],
  severity: impactSeverities[severity],
});

const keyOfValue = <K extends string>(table: Readonly<Record<K, string>>, value: string): K | undefined =>
  (Object.keys(table) as K[]).find((key) => table[key] === value);

export const typeOfQuality = (quality: string): IssueType | undefined => keyOfValue(qualities, quality);
export const severityOfImpact = (severity: string): Severity | undefined =>
  keyOfValue(impactSeverities, severity);
