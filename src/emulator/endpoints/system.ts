import { badRequest } from '../errors.ts';
import { get, post, Text } from '../http/endpoint.ts';
import { selector, required, requiredList } from '../http/parameters.ts';
import { setting, resetSetting, setSetting } from '../store/settings.ts';

/** Returns `9.9 (build 65466)`, the format of older servers. */
function nameWithBuild(version: string): string {
  const [major, minor, patch, build] = version.split('.');
  return `${major ?? ''}.${minor ?? ''}${patch === '0' ? '' : `.${patch ?? ''}`} (build ${build ?? ''})`;
}

/** The settings that change the behavior of the platform. */
const known: ReadonlySet<string> = new Set([
  'sonar.core.serverBaseURL',
  'sonar.forceAuthentication',
  'sonar.validateWebhooks',
]);

function requireKnownSetting(key: string): void {
  if (!known.has(key)) throw badRequest(`Setting '${key}' is not known here`);
}

/** Endpoints about the system. system/status ignores credentials, so its answer does not prove that a token is valid. */
export const systemEndpoints = [
  get({ path: 'system/status', credentials: 'ignore' }, {}, ({ server: { db, dialect, status } }) => ({
    id: setting(db, 'sonar.core.id'),
    version: dialect.version,
    status,
  })),
  get({ path: 'system/health', credentials: 'optional' }, {}, ({ rights }) => {
    rights.require(rights.hasGlobal('admin'));
    return { health: 'GREEN', causes: [] };
  }),
  get('system/info', {}, ({ server, rights }) => {
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
  }),
  get('system/logs', { name: selector }, ({ rights }) => {
    rights.require(rights.hasGlobal('admin'));
    // The embedded platform keeps no log; errors go to its standard error.
    return new Text('');
  }),
  /** Every page of the real platform requests this first. Clients read the edition of a server from it. */
  get('navigation/global', {}, ({ server: { dialect, edition } }) => ({
    qualifiers: ['TRK'],
    version: dialect.namesBuild ? nameWithBuild(dialect.version) : dialect.version,
    edition: dialect.isCloud ? undefined : edition,
  })),
  post('settings/set', { key: required(), value: selector }, ({ server, rights, values: { key, value } }) => {
    rights.require(rights.hasGlobal('admin'));
    requireKnownSetting(key);
    if (value === undefined) throw badRequest(`A non empty value must be provided`);
    setSetting(server.db, key, value);
  }),
  post('settings/reset', { keys: requiredList }, ({ server, rights, values: { keys } }) => {
    rights.require(rights.hasGlobal('admin'));
    for (const key of keys) {
      requireKnownSetting(key);
      resetSetting(server.db, key);
    }
  }),
];
