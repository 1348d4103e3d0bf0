import type { Database } from '../../store/database.ts';
import { get, post, type Call } from '../../http/endpoint.ts';
import { badRequest, notFound } from '../../errors.ts';
import { required, selector } from '../../http/parameters.ts';
import {
  globalPermissions,
  grant,
  projectPermissions,
  revoke,
  type PermissionHolder,
} from '../../store/users/permissions.ts';
import type { Project } from '../../store/projects/projects.ts';
import { groupExists, userByLogin, addUser } from '../../store/users/users.ts';
import { requireProject } from '../lookups.ts';
import { hashPassword } from '../../auth/credentials.ts';

interface Change {
  readonly permission: string;
  readonly projectKey: string | undefined;
}

/** Checks that the caller may change this permission. Returns the project, or undefined for a global permission. */
function scopeOf({ server, rights, values }: Call<Change>): Project | undefined {
  const project = values.projectKey === undefined ? undefined : requireProject(server.db, values.projectKey);
  rights.require(rights.hasGlobal('admin') || (project !== undefined && rights.has('admin', project)));
  const words: readonly string[] = project ? projectPermissions : globalPermissions;
  if (!words.includes(values.permission))
    throw badRequest(
      `The 'permission' parameter for ${project ? 'project' : 'global'} permissions must be one of ${words.join(', ')}. '${values.permission}' was passed.`,
    );
  return project;
}

const userHolder = (db: Database, login: string): PermissionHolder => {
  const user = userByLogin(db, login);
  if (!user) throw notFound(`User with login '${login}' is not found'`);
  return { kind: 'user', name: user.id };
};

const groupHolder = (db: Database, name: string): PermissionHolder => {
  if (!groupExists(db, name)) throw notFound(`No group with name '${name}'`);
  return { kind: 'group', name };
};

const ofUser = { login: required(), permission: required(), projectKey: selector };
const ofGroup = { groupName: required(), permission: required(), projectKey: selector };

export const userEndpoints = [
  post('permissions/add_user', ofUser, (call) => {
    const project = scopeOf(call);
    const { server, values } = call;
    grant(server.db, userHolder(server.db, values.login), values.permission, project?.id ?? null);
  }),
  post('permissions/remove_group', ofGroup, (call) => {
    const project = scopeOf(call);
    const { server, values } = call;
    revoke(server.db, groupHolder(server.db, values.groupName), values.permission, project?.id ?? null);
  }),
  get('users/current', {}, ({ rights }) => {
    const { user } = rights;
    if (!user) return { isLoggedIn: false, permissions: { global: [] } };
    return {
      isLoggedIn: true,
      login: user.login,
      name: user.name,
      permissions: { global: rights.global() },
    };
  }),
  post(
    'users/create',
    {
      login: required({ min: 2, max: 255 }),
      name: required({ max: 200 }),
      password: selector,
      email: selector,
    },
    ({ server: { db, now }, rights, values: { login, name, password, email } }) => {
      rights.require(rights.hasGlobal('admin'));
      if (userByLogin(db, login)) throw badRequest(`An active user with login '${login}' already exists`);
      if (password === undefined) throw badRequest('Password is mandatory and must not be empty');
      addUser(db, {
        login,
        name,
        email: email ?? null,
        password: hashPassword(password),
        createdAt: now(),
      });
      return { user: { login, name, email, active: true } };
    },
  ),
];
