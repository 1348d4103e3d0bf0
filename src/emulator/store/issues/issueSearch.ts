import * as z from 'zod/mini';
import {
  given,
  isOneOf,
  whereAll,
  type Criterion,
  type Database,
  type Page,
  type PageRequest,
} from '../database.ts';
import { issueRow } from './issues.ts';
import { branchKinds } from '../projects.ts';
import { browsableBy } from '../users.ts';

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
const selected = 'issues.*, projects.key AS projectKey, projects.id AS projectId';

const statusSql = {
  OPEN: `(issues.resolution IS NULL AND issues.status <> 'CONFIRMED')`,
  CONFIRMED: `issues.status = 'CONFIRMED'`,
  FALSE_POSITIVE: `(issues.status = 'RESOLVED' AND issues.resolution = 'FALSE-POSITIVE')`,
  ACCEPTED: `(issues.status = 'RESOLVED' AND issues.resolution = 'WONTFIX')`,
  FIXED: `issues.resolution IN ('FIXED', 'REMOVED')`,
} as const;
type IssueStatus = keyof typeof statusSql;
export const issueStatuses = Object.keys(statusSql) as IssueStatus[];

/** The columns of which a search asks for one of several values. */
const columns = {
  ids: 'issues.id',
  files: 'issues.path',
  severities: 'issues.severity',
  impactSeverities: 'issues.severity',
  types: 'issues.type',
  impactTypes: 'issues.type',
  rules: 'issues.rule',
} as const;

/** What a search asks for; an absent property does not restrict it. */
export interface IssueSearch extends Readonly<Record<keyof typeof columns, readonly string[] | undefined>> {
  /** The user who may browse the projects. */
  readonly userId: string | undefined;
  /** Branches, or files and folders in them; by default the main branches. */
  readonly places: readonly { readonly branchId: string; readonly path: string }[] | undefined;
  readonly statuses: readonly IssueStatus[] | undefined;
  readonly resolved: boolean | undefined;
  readonly createdAfter: number | undefined;
  readonly createdBefore: number | undefined;
  /** Sorts by file and line instead of the newest first. */
  readonly byFile: boolean;
  readonly isNew: boolean | undefined;
}

function criteriaOf(search: IssueSearch): Criterion[] {
  const { statuses, resolved } = search;
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const sql = [
    ...(statuses ? [`(${statuses.map((status) => statusSql[status]).join(' OR ') || '0'})`] : []),
    ...(resolved === undefined ? [] : [`issues.resolution IS ${resolved ? 'NOT ' : ''}NULL`]),
    ...(search.isNew ? [`issues.createdAt > (${newCodeStart})`] : []),
  ];
  return [
    browsableBy(search.userId),
    ...(search.ids ? [] : [inPlaces(search.places)]),
    ...names.flatMap((name) => isOneOf(columns[name], search[name])),
    ...given('issues.createdAt >= ?', search.createdAfter),
    ...given('issues.createdAt < ?', search.createdBefore),
    ...sql.map((text) => ({ sql: text, values: [] })),
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

export function findIssues(db: Database, search: IssueSearch, page: PageRequest): Page<FoundIssue> {
  const where = whereAll(criteriaOf(search));
  const order = 'projects.key, issues.path, issues.line, issues.id';
  const query = {
    columns: selected,
    from: `${from} ${where.sql}`,
    order: search.byFile ? order : `issues.createdAt DESC, ${order}`,
    values: where.values,
  };
  return db.page(foundIssueRow, query, page);
}

/** Returns the issues with these ids. The number of ids is not limited. */
export const foundIssues = (db: Database, ids: readonly string[]): FoundIssue[] =>
  ids.flatMap((id) => db.get(foundIssueRow, `SELECT ${selected} ${from} WHERE issues.id = ?`, id) ?? []);

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
