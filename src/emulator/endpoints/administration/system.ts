import { endpoint, Text } from '../../http/endpoint.ts';
import { selector } from '../../http/parameters.ts';
import { setting } from '../../store/settings.ts';

/** Endpoints about the system. system/status ignores credentials, so its answer does not prove that a token is valid. */
export const systemEndpoints = [
  endpoint({
    path: 'system/status',
    method: 'GET',
    credentials: 'ignore',
    parameters: {},
    answer: ({ server: { db, dialect, status } }) => ({
      id: setting(db, 'sonar.core.id'),
      version: dialect.version,
      status,
    }),
  }),
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
    answer: ({ server, rights }) => {
      rights.require(rights.hasGlobal('admin'));
      return {
        Health: 'GREEN',
        'Health Causes': [],
        System: {
          'Server ID': setting(server.db, 'sonar.core.id'),
          Version: server.dialect.version,
          Edition: server.hasBranches ? 'Developer' : 'Community',
          'Data format': server.db.formatVersion,
          'Force authentication': server.forcesAuthentication,
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
];

export const navigationEndpoints = [
  /** Every page of the real platform requests this first. Clients read the edition of a server from it. */
  endpoint({
    path: 'navigation/global',
    method: 'GET',
    parameters: {},
    answer: ({ server: { dialect, edition }, rights }) => ({
      canAdmin: rights.hasGlobal('admin'),
      globalPages: [],
      settings: {
        'sonar.technicalDebt.ratingGrid': '0.05,0.1,0.2,0.5',
        'sonar.developerAggregatedInfo.disabled': 'false',
      },
      qualifiers: ['TRK'],
      version: dialect.namesBuild ? nameWithBuild(dialect.version) : dialect.version,
      productionDatabase: false,
      instanceUsesDefaultAdminCredentials: false,
      edition: dialect.isCloud ? undefined : edition,
      needIssueSync: false,
      standalone: true,
    }),
  }),
];

/** Returns `9.9 (build 65466)`, the format of older servers. */
function nameWithBuild(version: string): string {
  const [major, minor, patch, build] = version.split('.');
  return `${major ?? ''}.${minor ?? ''}${patch === '0' ? '' : `.${patch ?? ''}`} (build ${build ?? ''})`;
}
