import * as z from 'zod/mini';
import { given, newId, whereAll, type Database, type Page, type PageRequest } from '../database.ts';
import { browsableBy, grantProjectDefaults } from '../users/permissions.ts';

const projectRow = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  isPrivate: z.number(),
  organization: z.nullable(z.string()),
  /** `null` selects the default gate. */
  gateId: z.nullable(z.string()),
  createdAt: z.number(),
});
export type Project = Readonly<z.infer<typeof projectRow>>;

export const projectByKey = (db: Database, key: string): Project | undefined =>
  db.get(projectRow, 'SELECT * FROM projects WHERE key = ?', key);

export const projectById = (db: Database, id: string): Project | undefined =>
  db.get(projectRow, 'SELECT * FROM projects WHERE id = ?', id);

export const renameProject = (db: Database, id: string, name: string): void => {
  db.run('UPDATE projects SET name = ? WHERE id = ?', name, id);
};

export const branchKinds = ['BRANCH', 'PULL_REQUEST'] as const;

/** A branch or a pull request. The `name` of a pull request is its key. */
const branchRow = z.object({
  id: z.string(),
  projectId: z.string(),
  name: z.string(),
  kind: z.enum(branchKinds),
  isMain: z.number(),
  title: z.nullable(z.string()),
  source: z.nullable(z.string()),
  target: z.nullable(z.string()),
});
export type Branch = Readonly<z.infer<typeof branchRow>>;

/** @throws if the data is damaged: each project has a main branch from its creation on. */
export const mainBranchOf = (db: Database, projectId: string): Branch => {
  const branch = db.get(branchRow, 'SELECT * FROM branches WHERE projectId = ? AND isMain = 1', projectId);
  if (!branch) throw new Error(`Project ${projectId} has no main branch`);
  return branch;
};

export const branchById = (db: Database, id: string): Branch | undefined =>
  db.get(branchRow, 'SELECT * FROM branches WHERE id = ?', id);

/** Returns a branch by its name, or a pull request by its number. */
export const branchByName = (
  db: Database,
  projectId: string,
  kind: Branch['kind'],
  name: string,
): Branch | undefined =>
  db.get(
    branchRow,
    'SELECT * FROM branches WHERE projectId = ? AND kind = ? AND name = ?',
    projectId,
    kind,
    name,
  );

/** Returns the branches, or the pull requests, of a project: the main branch first, then by name. */
export const branchesOf = (db: Database, projectId: string, kind: Branch['kind']): Branch[] =>
  db.all(
    branchRow,
    'SELECT * FROM branches WHERE projectId = ? AND kind = ? ORDER BY isMain DESC, name',
    projectId,
    kind,
  );

export function addBranch(db: Database, branch: Omit<Branch, 'id'>): Branch {
  const row = { id: newId(), ...branch };
  db.insert('branches', row);
  return row;
}

/** Adds a project with its main branch and the rights of the default template. */
export function addProject(db: Database, project: Omit<Project, 'id' | 'gateId'>): Project {
  const row: Project = { id: newId(), gateId: null, ...project };
  db.transaction(() => {
    db.insert('projects', { ...row });
    addBranch(db, {
      projectId: row.id,
      name: 'main',
      kind: 'BRANCH',
      isMain: 1,
      title: null,
      source: null,
      target: null,
    });
    grantProjectDefaults(db, row.id);
  });
  return row;
}

/** Date of the latest analysis of the main branch. */
const foundProjectRow = z.extend(projectRow, { analysisDate: z.nullable(z.number()) });

/** Returns the projects whose name contains a text, or whose key is the text, and which the user may browse. */
export function findProjects(
  db: Database,
  search: Readonly<Record<'userId' | 'organization' | 'text', string | undefined>>,
  page: PageRequest,
): Page<z.infer<typeof foundProjectRow>> {
  const { userId, organization, text } = search;
  const where = whereAll([
    browsableBy(userId),
    ...given('projects.organization = ?', organization),
    ...(text === undefined ? [] : [{ sql: nameOrKey, values: [text, text] }]),
  ]);
  return db.page(
    foundProjectRow,
    {
      columns: `projects.*,
       (SELECT max(date) FROM analyses WHERE analyses.branchId = branches.id) AS analysisDate`,
      from: `FROM projects JOIN branches ON branches.projectId = projects.id AND branches.isMain = 1 ${where.sql}`,
      order: 'projects.name COLLATE NOCASE, projects.key',
      values: where.values,
    },
    page,
  );
}

const nameOrKey = '(instr(lower(projects.name), lower(?)) > 0 OR lower(projects.key) = lower(?))';
