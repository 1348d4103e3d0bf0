import * as z from 'zod/mini';
import { placeholders, type Database, type Page, type PageRequest } from '../database.ts';
import { permissionHeldByUser } from '../users/permissions.ts';
import { projectRow } from './projects.ts';

/** A condition on `projects` joined with its main branch as `branches`. */
export interface Criterion {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const foundProjectRow = z.extend(projectRow, {
  branchId: z.string(),
  /** Date of the latest analysis of the main branch. */
  analysisDate: z.nullable(z.number()),
});
type FoundProject = Readonly<z.infer<typeof foundProjectRow>>;

/** Returns a condition with one value; none without the value. */
export const given = (sql: string, value: string | number | undefined): Criterion[] =>
  value === undefined ? [] : [{ sql, values: [value] }];

/** Returns the condition that a column has one of the values; none without values. */
export const isOneOf = (column: string, values: readonly string[] | undefined): Criterion[] =>
  values ? [{ sql: `${column} IN (${placeholders(values)})`, values }] : [];

export function whereAll(criteria: readonly Criterion[]): { sql: string; values: (string | number)[] } {
  const sql = `WHERE ${criteria.map((criterion) => criterion.sql).join(' AND ')}`;
  return { sql, values: criteria.flatMap(({ values }) => values) };
}

/** Returns the condition for projects that a user may browse; without a user, the public ones. */
export const browsableBy = (userId = ''): Criterion => ({
  sql: `(projects.isPrivate = 0 OR EXISTS (SELECT 1 FROM permissions
    WHERE permissions.projectId = projects.id AND permission = 'user' AND ${permissionHeldByUser}))`,
  values: [userId, userId],
});

interface ProjectSearch {
  readonly userId: string | undefined;
  readonly organization: string | undefined;
  /** A part of the name, or the key. */
  readonly text: string | undefined;
}

const nameOrKey = '(instr(lower(projects.name), lower(?)) > 0 OR lower(projects.key) = lower(?))';

export function findProjects(
  db: Database,
  { userId, organization, text }: ProjectSearch,
  page: PageRequest,
): Page<FoundProject> {
  const where = whereAll([
    browsableBy(userId),
    ...given('projects.organization = ?', organization),
    ...(text === undefined ? [] : [{ sql: nameOrKey, values: [text, text] }]),
  ]);
  return db.page(
    foundProjectRow,
    {
      columns: `projects.*, branches.id AS branchId,
       (SELECT max(date) FROM analyses WHERE analyses.branchId = branches.id) AS analysisDate`,
      from: `FROM projects JOIN branches ON branches.projectId = projects.id AND branches.isMain = 1 ${where.sql}`,
      order: 'projects.name COLLATE NOCASE, projects.key',
      values: where.values,
    },
    page,
  );
}
