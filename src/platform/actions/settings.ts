import { action } from '../http/action.ts';
import { badRequest } from '../http/errors.ts';
import { list, required, requiredList, selector } from '../http/parameters.ts';
import { resetSetting, setSetting, setting } from '../store/settings.ts';

/** The settings that change what the platform does, with the value each has while nobody has set it. */
const defaults: Readonly<Record<string, string | undefined>> = {
  'sonar.core.serverBaseURL': undefined,
  'sonar.forceAuthentication': 'true',
  'sonar.validateWebhooks': 'false',
};

function check(key: string): void {
  if (!(key in defaults)) throw badRequest(`Setting '${key}' is not known here`);
}

export const settingActions = [
  action({
    path: 'settings/set',
    method: 'POST',
    parameters: { key: required(), value: selector },
    answer: ({ platform: { db }, rights, values: { key, value } }) => {
      rights.require(rights.hasGlobal('admin'));
      check(key);
      if (value === undefined) throw badRequest(`A non empty value must be provided`);
      setSetting(db, key, value);
    },
  }),
  action({
    path: 'settings/reset',
    method: 'POST',
    parameters: { keys: requiredList },
    answer: ({ platform: { db }, rights, values: { keys } }) => {
      rights.require(rights.hasGlobal('admin'));
      for (const key of keys) {
        check(key);
        resetSetting(db, key);
      }
    },
  }),
  action({
    path: 'settings/values',
    method: 'GET',
    parameters: { keys: list },
    answer: ({ platform: { db }, values: { keys = Object.keys(defaults) } }) => ({
      settings: keys.flatMap((key) => {
        if (!(key in defaults)) return [];
        const value = setting(db, key) ?? defaults[key];
        return value === undefined ? [] : { key, value, inherited: setting(db, key) === undefined };
      }),
      setSecuredSettings: [],
    }),
  }),
];
