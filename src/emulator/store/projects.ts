import * as z from 'zod/mini';
import { given, newId, whereAll, type Database, type Page, type PageRequest } from './database.ts';
import { browsableBy, grantProjectDefaults, userByLogin } from './users.ts';

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

export const conditionSchema = z.object({
  metric: z.string(),
  op: z.enum(['GT', 'LT']),
  /** The limit, as entered. */
  error: z.string(),
});
export type Condition = Readonly<z.infer<typeof conditionSchema>>;

const gateRow = z.object({
  id: z.string(),
  name: z.string(),
  isBuiltIn: z.number(),
  isDefault: z.number(),
});
export type Gate = Readonly<z.infer<typeof gateRow>>;

const conditionRow = z.extend(conditionSchema, { id: z.string(), gateId: z.string() });
type StoredCondition = Readonly<z.infer<typeof conditionRow>>;

export const gates = (db: Database): Gate[] =>
  db.all(gateRow, 'SELECT * FROM gates ORDER BY name COLLATE NOCASE');

export const gateByName = (db: Database, name: string): Gate | undefined =>
  db.get(gateRow, 'SELECT * FROM gates WHERE name = ?', name);

export const gateById = (db: Database, id: string): Gate | undefined =>
  db.get(gateRow, 'SELECT * FROM gates WHERE id = ?', id);

/** @throws if the data is damaged: there always is a default gate. */
const defaultGate = (db: Database): Gate => {
  const gate = db.get(gateRow, 'SELECT * FROM gates WHERE isDefault = 1');
  if (!gate) throw new Error('There is no default gate');
  return gate;
};

export const gateOf = (db: Database, project: Project): Gate =>
  (project.gateId === null ? undefined : gateById(db, project.gateId)) ?? defaultGate(db);

/** @param isBuiltIn 1 for the gate that a platform begins with, which is also the default one */
export function addGate(
  db: Database,
  name: string,
  conditions: readonly Condition[],
  isBuiltIn: 0 | 1,
): void {
  const id = newId();
  db.transaction(() => {
    db.insert('gates', { id, name, isBuiltIn, isDefault: isBuiltIn });
    for (const condition of conditions) addCondition(db, id, condition);
  });
}

/** Returns the conditions of a gate in order of creation. */
export const conditionsOf = (db: Database, gateId: string): StoredCondition[] =>
  db.all(
    conditionRow,
    'SELECT id, gateId, metric, op, error FROM gateConditions WHERE gateId = ? ORDER BY position',
    gateId,
  );

export const conditionById = (db: Database, id: string): StoredCondition | undefined =>
  db.get(conditionRow, 'SELECT id, gateId, metric, op, error FROM gateConditions WHERE id = ?', id);

/** Adds a condition to a gate and returns it. Callers prevent two conditions on one metric. */
export function addCondition(
  db: Database,
  gateId: string,
  { metric, op, error }: Condition,
): StoredCondition {
  const row = { id: newId(), gateId, metric, op, error };
  db.insert('gateConditions', row);
  return row;
}

export function removeCondition(db: Database, id: string): void {
  db.run('DELETE FROM gateConditions WHERE id = ?', id);
}

export function selectGate(db: Database, projectId: string, gateId: string): void {
  db.run('UPDATE projects SET gateId = ? WHERE id = ?', gateId, projectId);
}

const organizationRow = z.object({
  key: z.string(),
  id: z.string(),
  name: z.string(),
});
export type Organization = Readonly<z.infer<typeof organizationRow>>;

export const organizations = (db: Database): Organization[] =>
  db.all(organizationRow, 'SELECT * FROM organizations ORDER BY name COLLATE NOCASE');

export const organizationByKey = (db: Database, key: string): Organization | undefined =>
  db.get(organizationRow, 'SELECT * FROM organizations WHERE key = ?', key);

export const organizationById = (db: Database, id: string): Organization | undefined =>
  db.get(organizationRow, 'SELECT * FROM organizations WHERE id = ?', id);

export const organizationsOf = (db: Database, userId: string): Organization[] =>
  db.all(
    organizationRow,
    `SELECT organizations.* FROM organizations JOIN organizationMembers ON organization = key
     WHERE userId = ? ORDER BY name COLLATE NOCASE`,
    userId,
  );

/** Stores an organization and makes a user its first member. An unknown login leaves it without members. */
export function addOrganization(db: Database, organization: Organization, memberLogin: string): void {
  db.insert('organizations', { ...organization });
  const member = userByLogin(db, memberLogin);
  if (member)
    db.insert(
      'organizationMembers',
      { organization: organization.key, userId: member.id },
      'ON CONFLICT DO NOTHING',
    );
}
