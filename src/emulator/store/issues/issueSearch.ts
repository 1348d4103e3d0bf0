import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import { issueRow } from './issues.ts';
import type { Criterion } from '../projects/projectSearch.ts';
import { branchKinds } from '../projects/projects.ts';

/** An issue with the project and branch that its answers contain. */
const foundIssueRow = z.extend(issueRow, {
  projectKey: z.string(),
  projectId: z.string(),
  branchName: z.string(),
  branchKind: z.enum(branchKinds),
  isMain: z.number(),
});
export type FoundIssue = Readonly<z.infer<typeof foundIssueRow>>;

const sumsRow = z.object({ total: z.number(), effort: z.nullable(z.number()) });
const countRow = z.object({ val: z.string(), count: z.number() });
const newIssuesRow = z.object({
  name: z.string(),
  kind: z.enum(branchKinds),
  isMain: z.number(),
  count: z.number(),
  date: z.number(),
});

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
  const sums = db.get(
    sumsRow,
    `SELECT count(*) AS total, sum(issues.effort) AS effort ${from} ${where}`,
    ...values,
  );
  const sort = order ? `${orders[order.by]} ${order.ascending ? 'ASC' : 'DESC'},` : 'issues.createdAt DESC,';
  const issues = db.all(
    foundIssueRow,
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
): z.infer<typeof countRow>[] {
  return db.all(
    countRow,
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
): z.infer<typeof newIssuesRow>[] =>
  db.all(
    newIssuesRow,
    `SELECT branches.name, branches.kind, branches.isMain, count(*) AS count, max(issues.createdAt) AS date
     FROM issues JOIN branches ON branches.id = issues.branchId
     WHERE branches.projectId = ? AND assignee = ? AND issues.createdAt >= ? AND resolution IS NULL
     GROUP BY branches.id`,
    projectId,
    login,
    from,
  );
