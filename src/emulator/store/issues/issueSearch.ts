import * as z from 'zod/mini';
import { type Database, totalRow } from '../database.ts';
import { issueRow } from './issues.ts';
import { browsableBy, isOneOf, type Criterion } from '../projects/projectSearch.ts';
import { branchKinds } from '../projects/projects.ts';

const foundIssueRow = z.extend(issueRow, {
  projectKey: z.string(),
  projectId: z.string(),
});
export type FoundIssue = Readonly<z.infer<typeof foundIssueRow>>;

const newIssuesRow = z.object({
  name: z.string(),
  kind: z.enum(branchKinds),
  isMain: z.number(),
  count: z.number(),
  date: z.number(),
});

const from = `FROM issues JOIN branches ON branches.id = issues.branchId JOIN projects ON projects.id = branches.projectId`;
const selected = `SELECT issues.*, projects.key AS projectKey, projects.id AS projectId ${from}`;

const statusSql = {
  OPEN: `(issues.resolution IS NULL AND issues.status <> 'CONFIRMED')`,
  CONFIRMED: `issues.status = 'CONFIRMED'`,
  FALSE_POSITIVE: `(issues.status = 'RESOLVED' AND issues.resolution = 'FALSE-POSITIVE')`,
  ACCEPTED: `(issues.status = 'RESOLVED' AND issues.resolution = 'WONTFIX')`,
  FIXED: `issues.resolution IN ('FIXED', 'REMOVED')`,
} as const;
type IssueStatus = keyof typeof statusSql;
export const issueStatuses = Object.keys(statusSql) as IssueStatus[];

/** What a search asks for; an absent property does not restrict it. */
export interface IssueSearch {
  /** The user who may browse the projects. */
  readonly userId: string | undefined;
  readonly ids: readonly string[] | undefined;
  /** Branches, or files and folders in them; by default the main branches. */
  readonly places: readonly { readonly branchId: string; readonly path: string }[] | undefined;
  readonly files: readonly string[] | undefined;
  readonly severities: readonly string[] | undefined;
  readonly impactSeverities: readonly string[] | undefined;
  readonly types: readonly string[] | undefined;
  readonly impactTypes: readonly string[] | undefined;
  readonly rules: readonly string[] | undefined;
  readonly statuses: readonly IssueStatus[] | undefined;
  readonly resolved: boolean | undefined;
  readonly createdAfter: number | undefined;
  readonly createdBefore: number | undefined;
  /** Sorts by file and line instead of the newest first. */
  readonly byFile: boolean;
  readonly isNew: boolean | undefined;
}

function criteriaOf(search: IssueSearch): Criterion[] {
  const { statuses, resolved, createdAfter, createdBefore } = search;
  return [
    browsableBy(search.userId),
    ...(search.ids ? [] : [inPlaces(search.places)]),
    ...isOneOf('issues.id', search.ids),
    ...isOneOf('issues.path', search.files),
    ...isOneOf('issues.severity', search.severities),
    ...isOneOf('issues.severity', search.impactSeverities),
    ...isOneOf('issues.type', search.types),
    ...isOneOf('issues.type', search.impactTypes),
    ...isOneOf('issues.rule', search.rules),
    ...(statuses
      ? [{ sql: `(${statuses.map((status) => statusSql[status]).join(' OR ') || '0'})`, values: [] }]
      : []),
    ...(resolved === undefined
      ? []
      : [{ sql: `issues.resolution IS ${resolved ? 'NOT ' : ''}NULL`, values: [] }]),
    ...(createdAfter === undefined ? [] : [{ sql: 'issues.createdAt >= ?', values: [createdAfter] }]),
    ...(createdBefore === undefined ? [] : [{ sql: 'issues.createdAt < ?', values: [createdBefore] }]),
    ...(search.isNew ? [{ sql: `issues.createdAt > (${newCodeStart})`, values: [] }] : []),
  ];
}

const newCodeStart =
  'SELECT periodDate FROM analyses WHERE analyses.branchId = branches.id ORDER BY date DESC LIMIT 1';

function inPlaces(places: IssueSearch['places']): Criterion {
  if (!places) return { sql: 'branches.isMain = 1', values: [] };
  const sql = places
    .map(({ path }) =>
      path ? `(branches.id = ? AND (issues.path = ? OR substr(issues.path, 1, ?) = ?))` : `branches.id = ?`,
    )
    .join(' OR ');
  const values = places.flatMap(({ branchId, path }) =>
    path ? [branchId, path, path.length + 1, `${path}/`] : [branchId],
  );
  return { sql: `(${sql})`, values };
}

export function findIssues(
  db: Database,
  search: IssueSearch,
  page: { readonly limit: number; readonly offset: number },
): { readonly total: number; readonly issues: readonly FoundIssue[] } {
  const criteria = criteriaOf(search);
  const where = `WHERE ${criteria.map(({ sql }) => sql).join(' AND ')}`;
  const values = criteria.flatMap((criterion) => criterion.values);
  const total = db.get(totalRow, `SELECT count(*) AS total ${from} ${where}`, ...values)?.total ?? 0;
  const issues = db.all(
    foundIssueRow,
    `${selected} ${where} ORDER BY ${search.byFile ? '' : 'issues.createdAt DESC,'} projects.key, issues.path, issues.line, issues.id LIMIT ? OFFSET ?`,
    ...values,
    page.limit,
    page.offset,
  );
  return { total, issues };
}

/** Returns the issues with these ids. The number of ids is not limited. */
export const foundIssues = (db: Database, ids: readonly string[]): FoundIssue[] =>
  ids.flatMap((id) => db.get(foundIssueRow, `${selected} WHERE issues.id = ?`, id) ?? []);

/** Returns a user's open issues that were created from a time on, counted by branch or pull request. */
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
