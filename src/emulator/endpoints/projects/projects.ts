import type { Dialect } from '../../dialect.ts';
import type { Rights } from '../../auth/rights.ts';
import type { ServerContext } from '../../serverContext.ts';
import { formatDate } from '../../http/dates.ts';
import { endpoint } from '../../http/endpoint.ts';
import { authenticationRequired, badRequest } from '../../errors.ts';
import type { Json } from '../../http/json.ts';
import { checkPositivePage, offsetOf, pageOf, paging, pagingJson } from '../../http/paging.ts';
import { choice, list, required, selector } from '../../http/parameters.ts';
import { placeholders } from '../../store/database.ts';
import { addFavorite, favoritesOf, removeFavorite } from '../../store/users/users.ts';
import { findProjects, searchCriteria } from '../../store/projects/projectSearch.ts';
import { addProject, projectById, projectByKey, type Project } from '../../store/projects/projects.ts';
import { requireBrowse, requireComponent, requireOrganization, requireProject } from '../lookups.ts';

const isKey = (text: string): boolean => /^[\w.:-]+$/u.test(text) && !/^\d+$/u.test(text);

/** Creates a project after checking the caller's rights; used by the Web API and by a first analysis. */
export function createProject(
  server: Pick<ServerContext, 'db' | 'now'>,
  rights: Rights,
  {
    key,
    name,
    isPrivate,
    mainBranch,
    organization,
  }: { key: string; name: string; isPrivate: boolean; mainBranch: string; organization: string | undefined },
): Project {
  const { db, now } = server;
  rights.require(rights.hasGlobal('provisioning'));
  if (!isKey(key))
    throw badRequest(
      `Malformed key for Project: '${key}'. Allowed characters are alphanumeric, '-', '_', '.' and ':', with at least one non-digit.`,
    );
  if (projectByKey(db, key))
    throw badRequest(`Could not create Project with key: "${key}". A similar key already exists: "${key}"`);
  return addProject(
    db,
    { key, name, isPrivate: isPrivate ? 1 : 0, organization: organization ?? null, createdAt: now() },
    mainBranch,
  );
}

const visibility = choice(['private', 'public']);

export const projectEndpoints = [
  endpoint({
    path: 'projects/create',
    method: 'POST',
    parameters: {
      project: required({ max: 400 }),
      name: required({ max: 500 }),
      visibility,
      mainBranch: selector,
      organization: selector,
    },
    answer: ({ server, rights, values }) => {
      const project = createProject(server, rights, {
        key: values.project,
        name: values.name,
        isPrivate: values.visibility === 'private',
        mainBranch: values.mainBranch ?? 'main',
        organization: requireOrganization(server, values.organization),
      });
      const { key, name } = project;
      return { project: { key, name, qualifier: 'TRK', visibility: visibilityOf(project) } };
    },
  }),
  endpoint({
    path: 'projects/delete',
    method: 'POST',
    parameters: { project: required() },
    answer: ({ server, rights, values }) => {
      const project = requireProject(server.db, values.project);
      rights.require(rights.hasGlobal('admin') || rights.has('admin', project));
      server.db.run('DELETE FROM projects WHERE id = ?', project.id);
    },
  }),
  endpoint({
    path: 'projects/search',
    method: 'GET',
    parameters: { q: selector, projects: list, organization: selector, ...paging },
    answer: ({ server, rights, values }) => {
      const { db, dialect } = server;
      const organization = requireOrganization(server, values.organization);
      rights.require(dialect.isCloud || rights.hasGlobal('admin'));
      checkPositivePage(values);
      const { total, projects } = findProjects(
        db,
        [
          ...(dialect.isCloud ? [rights.browsable()] : []),
          ...searchCriteria({ organization, text: values.q }),
          ...(values.projects
            ? [{ sql: `projects.key IN (${placeholders(values.projects)})`, values: values.projects }]
            : []),
        ],
        { limit: values.ps, offset: offsetOf(values) },
      );
      return {
        paging: pagingJson(values, total),
        components: projects.map((project) => ({
          ...projectJson(dialect, project),
          visibility: visibilityOf(project),
          lastAnalysisDate: project.analysisDate === null ? undefined : formatDate(project.analysisDate),
          managed: dialect.entityIds ? false : undefined,
          projectUuid: dialect.entityIds ? project.id : undefined,
        })),
      };
    },
  }),
];

/** Returns organization, key, name and qualifier, the start of a project in every list. */
export const projectJson = (
  dialect: Dialect,
  { organization, key, name }: Project,
): Record<string, Json> => ({
  organization: dialect.isCloud ? organization : undefined,
  key,
  name,
  qualifier: 'TRK',
});

/** Returns the visibility of a project in the words of the Web API. */
export const visibilityOf = (project: Project): 'private' | 'public' =>
  project.isPrivate ? 'private' : 'public';

export const favoriteEndpoints = [
  endpoint({
    path: 'favorites/search',
    method: 'GET',
    parameters: paging,
    answer: ({ server: { db }, rights, values }) => {
      if (!rights.user) throw authenticationRequired();
      checkPositivePage(values);
      const projects = [...favoritesOf(db, rights.user.id)].flatMap((id) => projectById(db, id) ?? []);
      const shown = projects
        .filter((project) => rights.ownerHas('user', project))
        .sort((a, b) => a.name.localeCompare(b.name, 'en'));
      return {
        paging: pagingJson(values, shown.length),
        favorites: pageOf(shown, values).map(({ key, name }) => ({ key, name, qualifier: 'TRK' })),
      };
    },
  }),
  ...(
    [
      ['favorites/add', addFavorite],
      ['favorites/remove', removeFavorite],
    ] as const
  ).map(([path, change]) =>
    endpoint({
      path,
      method: 'POST',
      parameters: { component: required() },
      answer: ({ server, rights, values }) => {
        if (!rights.user) throw authenticationRequired();
        const { project } = requireComponent(server.db, values.component);
        requireBrowse(rights, project);
        change(server.db, rights.user.id, project.id);
      },
    }),
  ),
];
