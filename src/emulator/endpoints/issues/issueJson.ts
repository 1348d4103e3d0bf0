import type { Rights } from '../../auth/rights.ts';
import type { ServerContext } from '../../serverContext.ts';
import { formatDate } from '../../http/dates.ts';
import type { Json } from '../../http/json.ts';
import { impactOf } from '../../issues/impact.ts';
import { issueStatusOf, offeredTransitions, type WorkflowRights } from '../../issues/workflow.ts';
import type { FoundIssue } from '../../store/issues/issueSearch.ts';
import { relatedOf, textRangeOf } from '../../store/issues/issues.ts';
import { projectById } from '../../store/projects/projects.ts';

/** Returns what the caller may do with an issue. Without its project, the caller does not administer it. */
export function workflowRights(
  { db, dialect }: ServerContext,
  rights: Rights,
  issue: FoundIssue,
): WorkflowRights {
  const project = projectById(db, issue.projectId);
  return {
    hasAccept: dialect.acceptTransition,
    isIssueAdmin: project !== undefined && rights.has('issueadmin', project),
  };
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
  const workflow = workflowRights(server, rights, issue);
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
      locations: [{ component: `${issue.projectKey}:${path}`, textRange, msg: message, msgFormattings: [] }],
    })),
    resolution: issue.resolution,
    status: issue.status,
    message: issue.message,
    effort: `${issue.effort}min`,
    assignee: issue.assignee,
    author: issue.author ?? '',
    transitions: hasTransitions ? offeredTransitions(issue, workflow) : undefined,
    creationDate: formatDate(issue.createdAt),
    updateDate: formatDate(issue.updatedAt),
    type: issue.type,
    ...(server.dialect.entityIds
      ? {
          impacts: [{ ...impactOf(issue.type, issue.severity) }],
          issueStatus: issueStatusOf(issue),
        }
      : {}),
  };
}
