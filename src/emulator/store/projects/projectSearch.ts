import * as z from 'zod/mini';
import { totalRow, type Database } from '../database.ts';
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

const orders = {
  name: 'projects.name COLLATE NOCASE',
  analysisDate: 'analysisDate',
  creationDate: 'projects.createdAt',
} as const;
type ProjectOrder = keyof typeof orders;
/** Whether a text is an order that `components/search_projects` accepts in its parameter `s`. */
export const isProjectOrder = (text: string): text is ProjectOrder => Object.hasOwn(orders, text);

/** Returns the condition for projects with this key, or with this text in their name. */
export const matching = (text: string): Criterion => ({
  sql: '(instr(lower(projects.name), lower(?)) > 0 OR lower(projects.key) = lower(?))',
  values: [text, text],
});

const inOrganization = (key: string): Criterion => ({
  sql: 'projects.organization = ?',
  values: [key],
});

/** Returns the conditions for the parameters that every search of projects has. */
export const searchCriteria = ({ organization, text }: SearchTerms): Criterion[] => [
  ...(organization === undefined ? [] : [inOrganization(organization)]),
  ...(text === undefined ? [] : [matching(text)]),
];

interface SearchTerms {
  readonly organization: string | undefined;
  readonly text?: string | undefined;
}

/**
 * Returns one page of the projects that meet all criteria, with their total number. Projects without a date come last.
 */
export function findProjects(
  db: Database,
  criteria: readonly Criterion[],
  page: { readonly limit: number; readonly offset: number },
  order: ProjectOrder = 'name',
  ascending = true,
): { readonly total: number; readonly projects: readonly FoundProject[] } {
  const from = 'FROM projects JOIN branches ON branches.projectId = projects.id AND branches.isMain = 1';
  const where = criteria.length > 0 ? `WHERE ${criteria.map(({ sql }) => sql).join(' AND ')}` : '';
  const values = criteria.flatMap((criterion) => criterion.values);
  const direction = ascending ? 'ASC' : 'DESC';
  const total = db.get(totalRow, `SELECT count(*) AS total ${from} ${where}`, ...values)?.total ?? 0;
  const projects = db.all(
    foundProjectRow,
    `SELECT projects.*, branches.id AS branchId,
       (SELECT max(date) FROM analyses WHERE analyses.branchId = branches.id) AS analysisDate
     ${from} ${where} ORDER BY ${orders[order]} ${direction} NULLS LAST, projects.key LIMIT ? OFFSET ?`,
    ...values,
    page.limit,
    page.offset,
  );
  return { total, projects };
}
