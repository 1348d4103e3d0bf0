import type { Dialect } from '../../dialect.ts';
import type { Rights } from '../../auth/rights.ts';
import type { ServerContext } from '../../serverContext.ts';
import { post } from '../../http/endpoint.ts';
import { badRequest } from '../../errors.ts';
import type { Json } from '../../http/json.ts';
import { choice, required, selector } from '../../http/parameters.ts';
import { addProject, projectByKey, type Project } from '../../store/projects/projects.ts';
import { requireOrganization } from '../lookups.ts';

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

const visibility = choice(['private', 'public']);

export const projectEndpoints = [
  post(
    'projects/create',
    {
      project: required({ max: 400 }),
      name: required({ max: 500 }),
      visibility,
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
];

export const projectJson = (
  dialect: Dialect,
  { organization, key, name }: Project,
): Record<string, Json> => ({
  organization: dialect.isCloud ? organization : undefined,
  key,
  name,
});
