import { hashPassword, hashToken, newToken } from '../auth/credentials.ts';
import type { Rights } from '../auth/rights.ts';
import type { Dialect } from '../dialect.ts';
import { authenticationRequired, badRequest, notFound } from '../errors.ts';
import { get, post, type Call } from '../http/endpoint.ts';
import { formatDate } from '../http/formats.ts';
import { choice, required, selector } from '../http/parameters.ts';
import type { Database } from '../store/database.ts';
import { projectById, projectByKey, type Project } from '../store/projects.ts';
import {
  addToken,
  addUser,
  globalPermissions,
  grant,
  groupExists,
  projectPermissions,
  removeToken,
  revoke,
  tokenByName,
  tokenKinds,
  tokensOf,
  userByLogin,
  type PermissionHolder,
  type TokenKind,
  type User,
} from '../store/users.ts';
import { requireOrganization, requireProject } from './lookups.ts';

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

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the owner of the tokens: the caller, or for an administrator any user. */
function subject(db: Database, rights: Rights, login: string | undefined): User {
  if (!rights.user) throw authenticationRequired();
  if (login === undefined || login === rights.user.login) return rights.user;
  rights.require(rights.hasGlobal('admin'));
  const user = userByLogin(db, login);
  if (!user) throw notFound(`User with login '${login}' doesn't exist`);
  return user;
}

function parseExpiry(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const time = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw badRequest(
      'Supplied date format for parameter expirationDate is wrong. Please supply date in the ISO 8601 date format (YYYY-MM-DD)',
    );
  const tomorrow = new Date(now + dayMs).toISOString().slice(0, 10);
  if (text < tomorrow) throw badRequest(`The minimum value for parameter expirationDate is ${tomorrow}.`);
  return time;
}

const kindNames: Readonly<Record<Exclude<TokenKind, 'USER_TOKEN'>, string>> = {
  PROJECT_ANALYSIS_TOKEN: 'Project',
  GLOBAL_ANALYSIS_TOKEN: 'Global',
  SCOPED_ORGANIZATION_TOKEN: 'Scoped Organization',
};

/** The way in which the cloud creates the tokens of an organization is not public; here they are an additional type. */
const kindsOf = ({ isCloud }: Dialect): readonly TokenKind[] =>
  isCloud ? [...tokenKinds, 'SCOPED_ORGANIZATION_TOKEN'] : tokenKinds;

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
  post(
    'user_tokens/generate',
    {
      name: required({ max: 100 }),
      login: selector,
      type: choice(kindsOf),
      projectKey: selector,
      organization: selector,
      expirationDate: selector,
    },
    ({
      server,
      rights,
      values: { name, login, type: kind = 'USER_TOKEN', projectKey, organization, expirationDate },
    }) => {
      const { db, now } = server;
      const user = subject(db, rights, login);
      if (kind !== 'USER_TOKEN' && user.id !== rights.user?.id)
        throw badRequest(`A ${kindNames[kind]} Analysis Token cannot be generated for another user.`);
      const isOfProject = kind === 'PROJECT_ANALYSIS_TOKEN';
      if (isOfProject && projectKey === undefined)
        throw badRequest('A projectKey is needed when creating Project Analysis Token');
      const project = isOfProject ? projectByKey(db, projectKey ?? '') : undefined;
      if (isOfProject && !project) throw notFound(`Project key '${String(projectKey)}' not found`);
      const scope = kind === 'SCOPED_ORGANIZATION_TOKEN' ? requireOrganization(server, organization) : null;
      const createdAt = now();
      const expiresAt = parseExpiry(expirationDate, createdAt);
      if (tokenByName(db, user.id, name))
        throw badRequest(`A user token for login '${user.login}' and name '${name}' already exists`);
      const token = newToken(kind);
      addToken(db, {
        userId: user.id,
        name,
        hash: hashToken(token),
        kind,
        projectId: project?.id ?? null,
        organization: scope ?? null,
        createdAt,
        expiresAt,
      });
      return {
        login: user.login,
        name,
        token,
        createdAt: formatDate(createdAt),
        type: kind,
        projectKey: project?.key,
        expirationDate: expiresAt === null ? undefined : formatDate(expiresAt),
      };
    },
  ),
  get('user_tokens/search', { login: selector }, ({ server, rights, values }) => {
    const { db } = server;
    const user = subject(db, rights, values.login);
    return {
      login: user.login,
      userTokens: tokensOf(db, user.id).map((token) => {
        const project = token.projectId === null ? undefined : projectById(db, token.projectId);
        return {
          name: token.name,
          createdAt: formatDate(token.createdAt),
          lastConnectionDate: token.lastUsedAt === null ? undefined : formatDate(token.lastUsedAt),
          type: token.kind,
          project: project && { key: project.key, name: project.name },
        };
      }),
    };
  }),
  post('user_tokens/revoke', { name: required(), login: selector }, ({ server, rights, values }) => {
    removeToken(server.db, subject(server.db, rights, values.login).id, values.name);
  }),
];
