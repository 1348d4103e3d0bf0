import { createHash } from 'node:crypto';
import { hashPassword, passwordMatches } from '../../auth/secrets.ts';
import { endpoint, Text } from '../../http/endpoint.ts';
import { badRequest, notFound } from '../../errors.ts';
import { htmlSafeJson, type Json } from '../../http/json.ts';
import { pageOf, paging, pagingJson } from '../../http/paging.ts';
import { required, selector } from '../../http/parameters.ts';
import type { Database } from '../../store/database.ts';
import {
  addGroup,
  addUser,
  allUsers,
  groupExists,
  groupsOf,
  addToGroup,
  userByLogin,
  type User,
} from '../../store/users/users.ts';

export const authenticationEndpoints = [
  endpoint({
    path: 'authentication/validate',
    method: 'ANY',
    credentials: 'ignore',
    parameters: {},
    answer: ({ server, credentials }) =>
      new Text(
        htmlSafeJson({
          valid: credentials === 'good' || (credentials === 'none' && !server.forcesAuthentication),
        }),
        'application/json;charset=ISO-8859-1',
      ),
  }),
  endpoint({
    path: 'users/current',
    method: 'GET',
    parameters: {},
    answer: ({ server: { db, dialect, brand }, rights }) => {
      const { user } = rights;
      if (!user)
        return {
          isLoggedIn: false,
          scmAccounts: [],
          groups: [],
          permissions: { global: [] },
          dismissedNotices: {},
        };
      return {
        isLoggedIn: true,
        login: user.login,
        name: user.name,
        email: user.email,
        local: true,
        externalIdentity: user.login,
        externalProvider: brand.id === 'sonar' ? 'sonarqube' : 'service',
        scmAccounts: [],
        groups: groupsOf(db, user.id),
        permissions: { global: rights.global() },
        avatar: user.email && createHash('md5').update(user.email.toLowerCase()).digest('hex'),
        homepage: { type: 'PROJECTS' },
        usingSonarLintConnectedMode: user.usesIde === 1,
        dismissedNotices: Object.fromEntries(dialect.dismissedNotices.map((notice) => [notice, false])),
        id: dialect.entityIds ? user.id : undefined,
      };
    },
  }),
];

/** Newer versions refuse a shorter password, with an error in an unusual form. */
const minimumPassword = 12;

export const userEndpoints = [
  endpoint({
    path: 'users/create',
    method: 'POST',
    parameters: {
      login: required({ min: 2, max: 255 }),
      name: required({ max: 200 }),
      password: selector,
      email: selector,
    },
    answer: ({ server: { db, now }, rights, values: { login, name, password, email } }) => {
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
      return { user: { login, name, email, scmAccounts: [], active: true, local: true } };
    },
  }),
  endpoint({
    path: 'users/change_password',
    method: 'POST',
    parameters: { login: required(), password: required(), previousPassword: selector },
    answer: ({ server: { db, dialect }, rights, values: { login, password, previousPassword } }) => {
      const user = userByLogin(db, login);
      if (rights.user?.login !== login) rights.require(rights.hasGlobal('admin'));
      if (!user) throw notFound(`User with login '${login}' has not been found`);
      if (rights.user?.id === user.id) {
        if (previousPassword === undefined) throw badRequest("The 'previousPassword' parameter is missing");
        if (!user.password || !passwordMatches(previousPassword, user.password))
          throw badRequest('Incorrect password');
      }
      if (dialect.entityIds && password.length < minimumPassword)
        throw badRequest(`Password must be at least ${minimumPassword} characters long`);
      db.run('UPDATE users SET password = ? WHERE id = ?', hashPassword(password), user.id);
    },
  }),
  endpoint({
    path: 'users/search',
    method: 'GET',
    parameters: { q: selector, ...paging },
    answer: ({ server: { db }, rights, values }) => {
      const { q = '' } = values;
      const found = allUsers(db).filter(({ login, name }) =>
        [login, name].some((text) => text.toLowerCase().includes(q.toLowerCase())),
      );
      const isAdmin = rights.hasGlobal('admin');
      return {
        paging: pagingJson(values, found.length),
        users: pageOf(found, values).map((user): Json => ({
          login: user.login,
          name: user.name,
          active: user.active === 1,
          ...(isAdmin ? { email: user.email, groups: groupsOf(db, user.id), local: true } : {}),
        })),
      };
    },
  }),
  endpoint({
    path: 'user_groups/create',
    method: 'POST',
    parameters: { name: required({ max: 255 }) },
    answer: ({ server: { db }, rights, values: { name } }) => {
      rights.require(rights.hasGlobal('admin'));
      if (groupExists(db, name)) throw badRequest(`Group '${name}' already exists`);
      addGroup(db, name);
      return { group: { name, membersCount: 0, default: false } };
    },
  }),
  endpoint({
    path: 'user_groups/add_user',
    method: 'POST',
    parameters: { name: required(), login: required() },
    answer: ({ server: { db }, rights, values: { name, login } }) => {
      rights.require(rights.hasGlobal('admin'));
      addToGroup(db, requireUserAndGroup(db, login, name).id, name);
    },
  }),
  endpoint({
    path: 'user_groups/remove_user',
    method: 'POST',
    parameters: { name: required(), login: required() },
    answer: ({ server: { db }, rights, values: { name, login } }) => {
      rights.require(rights.hasGlobal('admin'));
      const user = requireUserAndGroup(db, login, name);
      db.run('DELETE FROM memberships WHERE userId = ? AND groupName = ?', user.id, name);
    },
  }),
];

function requireUserAndGroup(db: Database, login: string, group: string): User {
  const user = userByLogin(db, login);
  if (!groupExists(db, group)) throw notFound(`No group with name '${group}'`);
  if (!user) throw notFound(`Could not find a user with login '${login}'`);
  return user;
}
