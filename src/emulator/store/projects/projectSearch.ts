import * as z from 'zod/mini';
import { placeholders, totalRow, type Database } from '../database.ts';
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
export type FoundProject = Readonly<z.infer<typeof foundProjectRow>>;

/** Returns the condition that a column has one of the values; none without values. */
export function isOneOf(column: string, given: string | readonly string[] | undefined): Criterion[] {
  if (given === undefined) return [];
  const values = typeof given === 'string' ? [given] : given;
  return [{ sql: `${column} IN (${placeholders(values)})`, values }];
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

const criteriaOf = ({ userId, organization, text }: ProjectSearch): Criterion[] => [
  browsableBy(userId),
  ...(organization === undefined ? [] : [{ sql: 'projects.organization = ?', values: [organization] }]),
  ...(text === undefined
    ? []
    : [
        {
          sql: '(instr(lower(projects.name), lower(?)) > 0 OR lower(projects.key) = lower(?))',
          values: [text, text],
        },
      ]),
];

export function findProjects(
  db: Database,
  search: ProjectSearch,
  page: { readonly limit: number; readonly offset: number },
): { readonly total: number; readonly projects: readonly FoundProject[] } {
  const criteria = criteriaOf(search);
  const from = 'FROM projects JOIN branches ON branches.projectId = projects.id AND branches.isMain = 1';
  const where = `WHERE ${criteria.map(({ sql }) => sql).join(' AND ')}`;
  const values = criteria.flatMap((criterion) => criterion.values);
  const total = db.get(totalRow, `SELECT count(*) AS total ${from} ${where}`, ...values)?.total ?? 0;
  const projects = db.all(
    foundProjectRow,
    `SELECT projects.*, branches.id AS branchId,
       (SELECT max(date) FROM analyses WHERE analyses.branchId = branches.id) AS analysisDate
     ${from} ${where} ORDER BY projects.name COLLATE NOCASE, projects.key LIMIT ? OFFSET ?`,
    ...values,
    page.limit,
    page.offset,
  );
  return { total, projects };
}
