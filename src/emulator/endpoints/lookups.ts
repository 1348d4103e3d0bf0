import type { Database } from '../store/database.ts';
import type { Rights } from '../auth/rights.ts';
import { badRequest, notFound } from '../errors.ts';
import type { ServerContext } from '../serverContext.ts';
import { isFileOrFolder } from '../store/analyses/files.ts';
import {
  organizationByKey,
  branchByName,
  mainBranchOf,
  projectByKey,
  type Branch,
  type Project,
} from '../store/projects.ts';

/** Callers check rights later: without rights, a missing project is answered with 404, an existing one with 403. */
export function requireProject(db: Database, key: string): Project {
  const project = projectByKey(db, key);
  if (!project) throw notFound(`Project '${key}' not found`);
  return project;
}

export interface BranchSelection {
  readonly branch?: string | undefined;
  readonly pullRequest?: string | undefined;
}

function findBranch(
  db: Database,
  project: Project,
  { branch, pullRequest }: BranchSelection,
): Branch | undefined {
  if (pullRequest !== undefined) return branchByName(db, project.id, 'PULL_REQUEST', pullRequest);
  return branch === undefined ? mainBranchOf(db, project.id) : branchByName(db, project.id, 'BRANCH', branch);
}

export function requireBranch(db: Database, project: Project, selection: BranchSelection): Branch {
  const { branch, pullRequest } = selection;
  if (branch !== undefined && pullRequest !== undefined)
    throw badRequest("Either 'branch' or 'pullRequest' can be provided, not both");
  const found = findBranch(db, project, selection);
  if (found) return found;
  const what = pullRequest === undefined ? `Branch '${branch ?? ''}'` : `Pull request '${pullRequest}'`;
  throw notFound(`${what} in project '${project.key}' not found`);
}

/** A project, directory or file; `path` is empty for a project. */
export interface Component {
  readonly project: Project;
  readonly branch: Branch;
  readonly path: string;
}

export function requireComponent(db: Database, key: string, selection: BranchSelection = {}): Component {
  const { branch: branchName, pullRequest } = selection;
  if (branchName !== undefined && pullRequest !== undefined)
    throw badRequest('Either branch or pull request can be provided, not both');
  const found = findComponent(db, key, selection);
  if (found) return found;
  if (branchName !== undefined) throw notFound(`Component '${key}' on branch '${branchName}' not found`);
  if (pullRequest !== undefined)
    throw notFound(`Component '${key}' of pull request '${pullRequest}' not found`);
  throw notFound(`Component key '${key}' not found`);
}

/** Returns the project, branch and path that a component key refers to; undefined if one of them does not exist. */
export function findComponent(
  db: Database,
  key: string,
  selection: BranchSelection = {},
): Component | undefined {
  // A project key may contain colons: the whole key is tried first, then each shorter prefix from the right.
  for (let end = key.length; end > 0; end = key.lastIndexOf(':', end - 1)) {
    const project = projectByKey(db, key.slice(0, end));
    if (!project) continue;
    const path = key.slice(end + 1);
    const branch = findBranch(db, project, selection);
    if (!branch) return undefined;
    return path === '' || isFileOrFolder(db, branch.id, path) ? { project, branch, path } : undefined;
  }
  return undefined;
}

export const componentKey = (project: Pick<Project, 'key'>, path: string): string =>
  path ? `${project.key}:${path}` : project.key;

/** Returns the key of an existing organization; undefined on a server, which has none and ignores the parameter. */
export function requireOrganization(
  { db, dialect }: ServerContext,
  key: string | undefined,
): string | undefined {
  if (!dialect.isCloud) return undefined;
  if (!key) throw badRequest("The 'organization' parameter is missing");
  if (!organizationByKey(db, key)) throw notFound(`No organization with key '${key}'`);
  return key;
}

export function requireBrowse(rights: Rights, project: Project): void {
  rights.require(rights.has('user', project));
}
