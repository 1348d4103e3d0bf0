import type { Rights } from '../auth/rights.ts';
import type { Dialect } from '../dialect.ts';
import { badRequest, notFound } from '../errors.ts';
import { get, post } from '../http/endpoint.ts';
import { formatDate, type Json } from '../http/formats.ts';
import {
  branchSelection,
  checkIndexedPage,
  choice,
  flag,
  list,
  optional,
  pageOf,
  paging,
  pagingJson,
  required,
  selector,
} from '../http/parameters.ts';
import type { Plan, ServerContext } from '../serverContext.ts';
import { latestAnalysis, measuresOf } from '../store/analyses/analyses.ts';
import { fileOf, filePathsOf } from '../store/analyses/files.ts';
import type { Database } from '../store/database.ts';
import {
  addProject,
  branchesOf,
  findProjects,
  organizationById,
  organizations,
  organizationsOf,
  projectByKey,
  type Branch,
  type Project,
} from '../store/projects.ts';
import {
  componentKey,
  requireBrowse,
  requireComponent,
  requireOrganization,
  requireProject,
  type Component,
} from './lookups.ts';

const isKey = (text: string): boolean => /^[\w.:-]+$/u.test(text) && !/^\d+$/u.test(text);

/** Creates a project after checking the caller's rights; used by the Web API and by a first analysis. */
export function createProject(
  server: ServerContext,
  rights: Rights,
  project: Pick<Project, 'key' | 'name' | 'isPrivate' | 'organization'>,
): Project {
  const { key } = project;
  const { db, now } = server;
  rights.require(rights.hasGlobal('provisioning'));
  if (!isKey(key))
    throw badRequest(
      `Malformed key for Project: '${key}'. Allowed characters are alphanumeric, '-', '_', '.' and ':', with at least one non-digit.`,
    );
  if (projectByKey(db, key))
    throw badRequest(`Could not create Project with key: "${key}". A similar key already exists: "${key}"`);
  return addProject(db, { ...project, createdAt: now() });
}

const projectJson = (dialect: Dialect, { organization, key, name }: Project): Record<string, Json> => ({
  organization: dialect.isCloud ? organization : undefined,
  key,
  name,
});

function stateOf(db: Database, branch: Branch): Record<string, Json> {
  const analysis = latestAnalysis(db, branch.id);
  return {
    status: { qualityGateStatus: measuresOf(db, branch.id).get('alert_status') },
    analysisDate: analysis && formatDate(analysis.date),
  };
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns key, name and path of a component, the start of every answer about it. */
export function componentJson(db: Database, { project, branch, path }: Component): Record<string, Json> {
  if (path === '') return { key: project.key, name: project.name };
  const file = fileOf(db, branch.id, path);
  return {
    key: componentKey(project, path),
    name: file ? baseName(path) : path,
    path,
  };
}

function shownJson(server: ServerContext, component: Component): Json {
  const { project, branch, path } = component;
  const analysis = latestAnalysis(server.db, branch.id);
  return {
    organization: server.dialect.isCloud && path === '' ? project.organization : undefined,
    ...componentJson(server.db, component),
    analysisDate: analysis && formatDate(analysis.date),
    version: analysis?.version,
  };
}

/** Returns the text of `query = "text"`, the only filter that clients send. */
function searchedText(filter: string): string {
  const [, text] = /^\s*query\s*=\s*"(.*)"\s*$/u.exec(filter) ?? [];
  if (text === undefined) throw badRequest(`Cannot parse '${filter}'`);
  return text;
}

export interface TreeItem {
  readonly key: string;
  readonly name: string;
  readonly path: string;
}

export function filesBelow(db: Database, { project, branch, path: root }: Component): TreeItem[] {
  return filePathsOf(db, branch.id)
    .filter((path) => root === '' || path.startsWith(`${root}/`))
    .map((path) => ({
      key: componentKey(project, path),
      name: baseName(path),
      path,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Whether a plan includes agent features. The platform reports this, but never the plan itself. */
export const hasAgentFeatures = (plan: Plan): boolean => plan !== 'free';

export const projectEndpoints = [
  post(
    'projects/create',
    {
      project: required({ max: 400 }),
      name: required({ max: 500 }),
      visibility: choice(['private', 'public']),
      organization: selector,
    },
    ({ server, rights, values }) => {
      const { key, name } = createProject(server, rights, {
        key: values.project,
        name: values.name,
        isPrivate: values.visibility === 'private' ? 1 : 0,
        organization: requireOrganization(server, values.organization) ?? null,
      });
      return { project: { key, name } };
    },
  ),
  get('project_branches/list', { project: required() }, ({ server, rights, values }) => {
    const { db, dialect } = server;
    const project = requireProject(db, values.project);
    rights.require(rights.mayReadGate(project));
    return {
      branches: branchesOf(db, project.id, 'BRANCH').map((branch) => ({
        name: branch.name,
        isMain: branch.isMain === 1,
        type: dialect.isCloud ? 'LONG' : 'BRANCH',
        ...stateOf(db, branch),
      })),
    };
  }),
  get(
    { path: 'project_pull_requests/list', only: 'branches' },
    { project: required() },
    ({ server, rights, values }) => {
      const project = requireProject(server.db, values.project);
      rights.require(rights.mayReadGate(project));
      return {
        pullRequests: branchesOf(server.db, project.id, 'PULL_REQUEST').map((pull) => ({
          key: pull.name,
          title: pull.title,
          branch: pull.source,
          base: pull.target,
          ...stateOf(server.db, pull),
        })),
      };
    },
  ),
  get('components/show', { component: required(), ...branchSelection }, ({ server, rights, values }) => {
    const component = requireComponent(server.db, values.component, values);
    requireBrowse(rights, component.project);
    return { component: shownJson(server, component) };
  }),
  get(
    'components/search_projects',
    { filter: optional({ min: 2 }), organization: selector, f: list, ...paging },
    ({ server, rights, values }) => {
      const { db, dialect } = server;
      const organization = requireOrganization(server, values.organization);
      checkIndexedPage(values);
      const { total, items } = findProjects(
        db,
        { userId: rights.user?.id, organization, text: values.filter && searchedText(values.filter) },
        values,
      );
      const fields = new Set(values.f);
      const shows = (field: string): boolean => fields.has('_all') || fields.has(field);
      return {
        paging: pagingJson(values, total),
        components: items.map((project) => ({
          ...projectJson(dialect, project),
          analysisDate:
            shows('analysisDate') && project.analysisDate !== null
              ? formatDate(project.analysisDate)
              : undefined,
        })),
      };
    },
  ),
  get(
    { path: 'organizations/search', only: 'cloud' },
    { member: flag, organizations: list, ...paging },
    ({ server: { db }, rights, values }) => {
      const all =
        values.member && rights.user
          ? organizationsOf(db, rights.user.id)
          : values.member
            ? []
            : organizations(db);
      const wanted = values.organizations;
      const found = wanted ? all.filter(({ key }) => wanted.includes(key)) : all;
      return {
        paging: pagingJson(values, found.length),
        organizations: pageOf(found, values).map(({ key, name }) => ({
          key,
          name,
          actions: { admin: rights.hasGlobal('admin') },
        })),
      };
    },
  ),
  // The answers of the cloud's other host, in the shapes that clients of the platform read. None is recorded.
  get(
    { path: 'organizations/organizations', host: 'v2', only: 'cloud' },
    { organizationKey: selector },
    ({ server: { db }, values: { organizationKey } }) =>
      organizations(db)
        .filter(({ key }) => organizationKey === undefined || key === organizationKey)
        .map(({ id, key }) => ({ uuidV4: id, key })),
  ),
  get(
    { path: 'a3s-analysis/org-config/{id}', host: 'v2', only: 'cloud' },
    { id: required() },
    ({ server: { db, plan }, values: { id } }) => {
      if (!organizationById(db, id)) throw notFound('Organization not found');
      return { eligible: hasAgentFeatures(plan) };
    },
  ),
  get(
    { path: 'enterprises/enterprises', host: 'v2', only: 'cloud' },
    { enterpriseKey: selector },
    ({ server: { plan }, values: { enterpriseKey } }) =>
      [{ id: 'demo-enterprise', key: 'demo-enterprise', name: 'Demo enterprise' }].filter(
        ({ key }) => plan === 'enterprise' && (enterpriseKey ?? key) === key,
      ),
  ),
  get({ path: 'enterprises/portfolios', host: 'v2', only: 'cloud' }, { enterpriseId: required() }, () => ({
    portfolios: [],
    page: { total: 0 },
  })),
];
