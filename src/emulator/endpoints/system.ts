import { endpoint, Text } from '../http/endpoint.ts';
import { selector } from '../http/parameters.ts';
import { setting } from '../store/settings.ts';

/** Endpoints about the system. system/status ignores credentials, so its answer does not prove that a token is valid. */
export const systemEndpoints = [
  endpoint({
    path: 'system/status',
    method: 'GET',
    credentials: 'ignore',
    parameters: {},
    answer: ({ platform: { db, dialect, status } }) => ({
      id: setting(db, 'sonar.core.id'),
      version: dialect.version,
      status,
    }),
  }),
  endpoint({
    path: 'server/version',
    method: 'GET',
    credentials: 'ignore',
    parameters: {},
    answer: ({ platform }) => new Text(platform.dialect.version),
  }),
  endpoint({ path: 'system/ping', method: 'GET', parameters: {}, answer: () => new Text('pong') }),
  endpoint({
    path: 'system/health',
    method: 'GET',
    credentials: 'optional',
    parameters: {},
    answer: ({ rights }) => {
      rights.require(rights.hasGlobal('admin'));
      return { health: 'GREEN', causes: [] };
    },
  }),
  endpoint({
    path: 'system/info',
    method: 'GET',
    parameters: {},
    answer: ({ platform, rights }) => {
      rights.require(rights.hasGlobal('admin'));
      return {
        Health: 'GREEN',
        'Health Causes': [],
        System: {
          'Server ID': setting(platform.db, 'sonar.core.id'),
          Version: platform.dialect.version,
          Edition: platform.hasBranches ? 'Developer' : 'Community',
          'Data format': platform.db.formatVersion,
          'Force authentication': platform.forcesAuthentication,
        },
      };
    },
  }),
  endpoint({
    path: 'system/logs',
    method: 'GET',
    parameters: { name: selector },
    answer: ({ rights }) => {
      rights.require(rights.hasGlobal('admin'));
      // The embedded platform keeps no log; errors go to its standard error.
      return new Text('');
    },
  }),
  endpoint({ path: 'features/list', method: 'GET', parameters: {}, answer: () => [] }),
];
