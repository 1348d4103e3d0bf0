import { endpoint } from '../../http/endpoint.ts';
import { badRequest } from '../../errors.ts';
import { required, requiredList, selector } from '../../http/parameters.ts';
import { resetSetting, setSetting } from '../../store/settings.ts';

/** The settings that change the behavior of the platform. */
const known: ReadonlySet<string> = new Set([
  'sonar.core.serverBaseURL',
  'sonar.forceAuthentication',
  'sonar.validateWebhooks',
]);

function requireKnownSetting(key: string): void {
  if (!known.has(key)) throw badRequest(`Setting '${key}' is not known here`);
}

export const settingEndpoints = [
  endpoint({
    path: 'settings/set',
    method: 'POST',
    parameters: { key: required(), value: selector },
    answer: ({ server, rights, values: { key, value } }) => {
      rights.require(rights.hasGlobal('admin'));
      requireKnownSetting(key);
      if (value === undefined) throw badRequest(`A non empty value must be provided`);
      setSetting(server.db, key, value);
    },
  }),
  endpoint({
    path: 'settings/reset',
    method: 'POST',
    parameters: { keys: requiredList },
    answer: ({ server, rights, values: { keys } }) => {
      rights.require(rights.hasGlobal('admin'));
      for (const key of keys) {
        requireKnownSetting(key);
        resetSetting(server.db, key);
      }
    },
  }),
];
