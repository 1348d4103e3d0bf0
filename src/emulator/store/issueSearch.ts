import type { Database } from './database.ts';
import type { Issue } from './issues.ts';
import type { Criterion } from './projectSearch.ts';
import type { Branch } from './projects.ts';

/** An issue with the project and branch that its answers contain. */
export interface FoundIssue extends Issue {
  readonly projectKey: string;
  readonly projectId: string;
  readonly branchName: string;
  readonly branchKind: 'BRANCH' | 'PULL_REQUEST';
  readonly isMain: number;
}

const from = `FROM issues JOIN branches ON branches.id = issues.branchId JOIN projects ON projects.id = branches.projectId`;

const orders = {
  CREATION_DATE: 'issues.createdAt',
  UPDATE_DATE: 'issues.updatedAt',
  CLOSE_DATE: 'issues.closedAt',
  SEVERITY: `CASE issues.severity WHEN 'INFO' THEN 0 WHEN 'MINOR' THEN 1 WHEN 'MAJOR' THEN 2 WHEN 'CRITICAL' THEN 3 ELSE 4 END`,
  STATUS: 'issues.status',
  FILE_LINE: 'projects.key, issues.path, issues.line',
} as const;
export type IssueOrder = keyof typeof orders;
export const issueOrders = Object.keys(orders) as IssueOrder[];

/**
 * Returns one page of the issues that meet all criteria, by default newest first, with their total number and effort.
 */
export function findIssues(
  db: Database,
  criteria: readonly Criterion[],
  page: { readonly limit: number; readonly offset: number },
  order: { readonly by: IssueOrder; readonly ascending: boolean } | undefined,
): { readonly total: number; readonly effort: number; readonly issues: readonly FoundIssue[] } {
  const where = `WHERE ${criteria.map(({ sql }) => sql).join(' AND ')}`;
  const values = criteria.flatMap((criterion) => criterion.values);
  const sums = db.get<{ total: number; effort: number | null }>(
    `SELECT count(*) AS total, sum(issues.effort) AS effort ${from} ${where}`,
    ...values,
  );
  const sort = order ? `${orders[order.by]} ${order.ascending ? 'ASC' : 'DESC'},` : 'issues.createdAt DESC,';
  const issues = db.all<FoundIssue>(
    `SELECT issues.*, projects.key AS projectKey, projects.id AS projectId, branches.name AS branchName,
       branches.kind AS branchKind, branches.isMain
     ${from} ${where} ORDER BY ${sort} projects.key, issues.path, issues.line, issues.id LIMIT ? OFFSET ?`,
    ...values,
    page.limit,
    page.offset,
  );
  return { total: sums?.total ?? 0, effort: sums?.effort ?? 0, issues };
}

/** Returns the number of issues for each value of a column. */
export function countIssues(
  db: Database,
  criteria: readonly Criterion[],
  column: 'severity' | 'type' | 'status' | 'rule',
): { readonly val: string; readonly count: number }[] {
  return db.all(
    `SELECT issues.${column} AS val, count(*) AS count ${from} WHERE ${criteria.map(({ sql }) => sql).join(' AND ')}
     GROUP BY 1 ORDER BY 2 DESC, 1`,
    ...criteria.flatMap((criterion) => criterion.values),
  );
}

/** Returns the issues with these ids. The number of ids is not limited. */
export const foundIssues = (db: Database, ids: readonly string[]): FoundIssue[] =>
  ids.flatMap(
    (id) =>
      findIssues(db, [{ sql: 'issues.id = ?', values: [id] }], { limit: 1, offset: 0 }, undefined).issues,
  );

/**
 * Returns the open issues of a user that were created from a time on, counted by branch or pull request of a project.
 */
export const newIssuesFrom = (
  db: Database,
  projectId: string,
  login: string,
  from: number,
): (Pick<Branch, 'name' | 'kind' | 'isMain'> & { readonly count: number; readonly date: number })[] =>
  db.all(
    `SELECT branches.name, branches.kind, branches.isMain, count(*) AS count, max(issues.createdAt) AS date
     FROM issues JOIN branches ON branches.id = issues.branchId
     WHERE branches.projectId = ? AND assignee = ? AND issues.createdAt >= ? AND resolution IS NULL
     GROUP BY branches.id`,
    projectId,
    login,
    from,
  );
