import type { Database } from '../../store/database.ts';
import { hashToken, newToken } from '../../auth/credentials.ts';
import type { Dialect } from '../../dialect.ts';
import type { Rights } from '../../auth/rights.ts';
import { get, post } from '../../http/endpoint.ts';
import { formatDate } from '../../http/dates.ts';
import { authenticationRequired, badRequest, notFound } from '../../errors.ts';
import { choice, required, selector } from '../../http/parameters.ts';
import { projectById, projectByKey } from '../../store/projects/projects.ts';
import {
  addToken,
  removeToken,
  tokenByName,
  tokenKinds,
  tokensOf,
  type TokenKind,
} from '../../store/users/tokens.ts';
import { userByLogin, type User } from '../../store/users/users.ts';
import { requireOrganization } from '../lookups.ts';

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

const tokenKind = choice(kindsOf);

export const tokenEndpoints = [
  post(
    'user_tokens/generate',
    {
      name: required({ max: 100 }),
      login: selector,
      type: tokenKind,
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
