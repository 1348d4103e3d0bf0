import { endpoint } from '../http/endpoint.ts';
import { badRequest } from '../http/errors.ts';
import { list, required, requiredList, selector } from '../http/parameters.ts';
import type { ServerContext } from '../emulator.ts';
import { resetSetting, setSetting, setting } from '../store/settings.ts';

/** The settings that change the behaviour of the platform, each with its default value. */
const defaultsOf = ({
  allowsPrivateTargets,
}: ServerContext): Readonly<Record<string, string | undefined>> => ({
  'sonar.core.serverBaseURL': undefined,
  'sonar.forceAuthentication': 'true',
  'sonar.validateWebhooks': String(!allowsPrivateTargets),
});

function check(platform: ServerContext, key: string): void {
  if (!(key in defaultsOf(platform))) throw badRequest(`Setting '${key}' is not known here`);
}

export const settingEndpoints = [
  endpoint({
    path: 'settings/set',
    method: 'POST',
    parameters: { key: required(), value: selector },
    answer: ({ platform, rights, values: { key, value } }) => {
      rights.require(rights.hasGlobal('admin'));
      check(platform, key);
      if (value === undefined) throw badRequest(`A non empty value must be provided`);
      setSetting(platform.db, key, value);
    },
  }),
  endpoint({
    path: 'settings/reset',
    method: 'POST',
    parameters: { keys: requiredList },
    answer: ({ platform, rights, values: { keys } }) => {
      rights.require(rights.hasGlobal('admin'));
      for (const key of keys) {
        check(platform, key);
        resetSetting(platform.db, key);
      }
    },
  }),
  endpoint({
    path: 'settings/values',
    method: 'GET',
    parameters: { keys: list },
    answer: ({ platform, values }) => {
      const defaults = defaultsOf(platform);
      const { keys = Object.keys(defaults) } = values;
      const settings = keys.flatMap((key) => {
        if (!(key in defaults)) return [];
        const own = setting(platform.db, key);
        const value = own ?? defaults[key];
        return value === undefined ? [] : { key, value, inherited: own === undefined };
      });
      return { settings, setSecuredSettings: [] };
    },
  }),
];
