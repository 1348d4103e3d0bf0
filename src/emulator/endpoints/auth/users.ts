import { createHash } from 'node:crypto';
import { hashPassword } from '../../auth/secrets.ts';
import { endpoint } from '../../http/endpoint.ts';
import { badRequest } from '../../errors.ts';
import { required, selector } from '../../http/parameters.ts';
import { addUser, groupsOf, userByLogin } from '../../store/users/users.ts';

export const userEndpoints = [
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
        id: dialect.entityIds ? user.id : undefined,
      };
    },
  }),
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
];
