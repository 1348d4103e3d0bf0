import type { Database } from '../../store/database.ts';
import type { Rights } from '../../auth/rights.ts';
import type { ServerContext } from '../../serverContext.ts';
import { formatDate } from '../../http/dates.ts';
import { escapeHtml } from '../../http/escapeHtml.ts';
import type { Json } from '../../http/json.ts';
import { impactOf } from '../../issues/impact.ts';
import { issueStatusOf, offeredTransitions, type WorkflowRights } from '../../issues/workflow.ts';
import type { FoundIssue } from '../../store/issues/issueSearch.ts';
import { commentsOf, relatedOf, textRangeOf } from '../../store/issues/issues.ts';
import { projectById, projectByKey } from '../../store/projects/projects.ts';
import { userByLogin } from '../../store/users/users.ts';
import { baseName } from '../projects/components.ts';

/** Returns what the caller may do with an issue. Without its project, the caller does not administer it. */
export function workflowRights(
  { db, dialect }: Pick<ServerContext, 'db' | 'dialect'>,
  rights: Rights,
  issue: FoundIssue,
): WorkflowRights {
  const project = projectById(db, issue.projectId);
  return {
    hasAccept: dialect.acceptTransition,
    isIssueAdmin: project !== undefined && rights.has('issueadmin', project),
  };
}

/** The additional fields that a caller can request. */
interface Extras {
  readonly transitions: boolean;
  readonly comments: boolean;
}

const componentKeyOf = ({ projectKey, path }: FoundIssue): string =>
  path ? `${projectKey}:${path}` : projectKey;

/**
 * Returns an issue as `api/issues/search` answers it. Older versions lack the fields of the clean-code taxonomy.
 *
 * @param extras The additional fields that the caller requested.
 */
export function issueJson(
  server: Pick<ServerContext, 'db' | 'dialect'>,
  rights: Rights,
  issue: FoundIssue,
  extras: Extras,
): Json {
  const { db, dialect } = server;
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
    transitions: extras.transitions ? offeredTransitions(issue, workflow) : undefined,
    comments: extras.comments
      ? commentsOf(db, issue.id).map((comment) => commentJson(rights, comment))
      : undefined,
    creationDate: formatDate(issue.createdAt),
    updateDate: formatDate(issue.updatedAt),
    type: issue.type,
    branch: issue.branchKind === 'BRANCH' && !issue.isMain ? issue.branchName : undefined,
    pullRequest: issue.branchKind === 'PULL_REQUEST' ? issue.branchName : undefined,
    ...(dialect.entityIds
      ? {
          impacts: [{ ...impactOf(issue.type, issue.severity) }],
          issueStatus: issueStatusOf(issue),
        }
      : {}),
  };
}

/** Returns the projects and files of issues, each once. */
export function componentsJson(db: Database, issues: readonly FoundIssue[]): Json[] {
  const projects = [...new Set(issues.map(({ projectKey }) => projectKey))].map((key) => {
    const name = projectByKey(db, key)?.name;
    return { key, name };
  });
  const files = new Map(
    issues.filter(({ path }) => path).map((issue) => [componentKeyOf(issue), issue.path]),
  );
  return [
    ...projects,
    ...[...files].map(([key, path]) => ({
      key,
      name: baseName(path),
      path,
    })),
  ];
}

/** Returns the known users with these logins, each once. */
export function usersJson(db: Database, logins: readonly (string | null | undefined)[]): Json[] {
  return [...new Set(logins)].flatMap((login) => {
    const user = login ? userByLogin(db, login) : undefined;
    return user ? { login: user.login, name: user.name, active: user.active === 1 } : [];
  });
}

/** Returns the common answer to every change of one issue. */
export function changedIssueJson(
  server: Pick<ServerContext, 'db' | 'dialect'>,
  rights: Rights,
  issue: FoundIssue,
): Json {
  return {
    issue: issueJson(server, rights, issue, { transitions: true, comments: true }),
    components: componentsJson(server.db, [issue]),
  };
}

interface Comment {
  readonly id: string;
  readonly login: string;
  readonly markdown: string;
  readonly createdAt: number;
}

/** Returns a comment of an issue. Only its author may change it. */
export const commentJson = (rights: Rights, { id, login, markdown, createdAt }: Comment): Json => ({
  key: id,
  login,
  htmlText: escapeHtml(markdown),
  markdown,
  updatable: login === rights.user?.login,
  createdAt: formatDate(createdAt),
});
