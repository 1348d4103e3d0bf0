import { createHash } from 'node:crypto';
import { endpoint, Text } from '../http/endpoint.ts';
import { htmlSafeJson } from '../http/json.ts';
import { groupsOf } from '../store/users.ts';

export const authenticationEndpoints = [
  endpoint({
    path: 'authentication/validate',
    method: 'ANY',
    credentials: 'ignore',
    parameters: {},
    answer: ({ platform, credentials }) =>
      new Text(
        htmlSafeJson({
          valid: credentials === 'good' || (credentials === 'none' && !platform.forcesAuthentication),
        }),
        'application/json;charset=ISO-8859-1',
      ),
  }),
  endpoint({
    path: 'users/current',
    method: 'GET',
    parameters: {},
    answer: ({ platform: { db, dialect, brand }, rights }) => {
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
