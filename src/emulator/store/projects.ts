import { newId, type Database } from './database.ts';
import { grantProjectDefaults } from './permissions.ts';

export interface Project {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly isPrivate: number;
  readonly organization: string | null;
  /** `null` selects the default gate. */
  readonly gateId: string | null;
  readonly createdAt: number;
}

export const projectByKey = (db: Database, key: string): Project | undefined =>
  db.get('SELECT * FROM projects WHERE key = ?', key);

export const projectById = (db: Database, id: string): Project | undefined =>
  db.get('SELECT * FROM projects WHERE id = ?', id);

/** A branch or a pull request. The `name` of a pull request is its key. */
export interface Branch {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly kind: 'BRANCH' | 'PULL_REQUEST';
  readonly isMain: number;
  readonly title: string | null;
  readonly source: string | null;
  readonly target: string | null;
}

export const mainBranchOf = (db: Database, projectId: string): Branch => {
  const branch = db.get<Branch>('SELECT * FROM branches WHERE projectId = ? AND isMain = 1', projectId);
  if (!branch) throw new Error(`Project ${projectId} has no main branch`);
  return branch;
};

export const branchById = (db: Database, id: string): Branch | undefined =>
  db.get('SELECT * FROM branches WHERE id = ?', id);

export const branchByName = (
  db: Database,
  projectId: string,
  kind: Branch['kind'],
  name: string,
): Branch | undefined =>
  db.get('SELECT * FROM branches WHERE projectId = ? AND kind = ? AND name = ?', projectId, kind, name);

export const branchesOf = (db: Database, projectId: string, kind: Branch['kind']): Branch[] =>
  db.all(
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
export function addProject(
  db: Database,
  project: Pick<Project, 'key' | 'name' | 'isPrivate' | 'organization' | 'createdAt'>,
  mainBranch: string,
): Project {
  const row: Project = { id: newId(), gateId: null, ...project };
  db.transaction(() => {
    db.insert('projects', { ...row });
    addBranch(db, {
      projectId: row.id,
      name: mainBranch,
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
