import { endpoint } from '../../http/endpoint.ts';
import { badRequest } from '../../errors.ts';
import { list, required, requiredList, selector } from '../../http/parameters.ts';
import type { ServerContext } from '../../serverContext.ts';
import { resetSetting, setSetting, setting } from '../../store/settings.ts';

/** The settings that change the behavior of the platform, each with its default value. */
const defaultsOf = ({
  allowsPrivateTargets,
}: Pick<ServerContext, 'allowsPrivateTargets'>): Readonly<Record<string, string | undefined>> => ({
  'sonar.core.serverBaseURL': undefined,
  'sonar.forceAuthentication': 'true',
  'sonar.validateWebhooks': String(!allowsPrivateTargets),
});

function requireKnownSetting(server: Pick<ServerContext, 'allowsPrivateTargets'>, key: string): void {
  if (!Object.hasOwn(defaultsOf(server), key)) throw badRequest(`Setting '${key}' is not known here`);
}

export const settingEndpoints = [
  endpoint({
    path: 'settings/set',
    method: 'POST',
    parameters: { key: required(), value: selector },
    answer: ({ server, rights, values: { key, value } }) => {
      rights.require(rights.hasGlobal('admin'));
      requireKnownSetting(server, key);
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
        requireKnownSetting(server, key);
        resetSetting(server.db, key);
      }
    },
  }),
  endpoint({
    path: 'settings/values',
    method: 'GET',
    parameters: { keys: list },
    answer: ({ server, values }) => {
      const defaults = defaultsOf(server);
      const { keys = Object.keys(defaults) } = values;
      const settings = keys.flatMap((key) => {
        if (!Object.hasOwn(defaults, key)) return [];
        const own = setting(server.db, key);
        const value = own ?? defaults[key];
        return value === undefined ? [] : { key, value, inherited: own === undefined };
      });
      return { settings, setSecuredSettings: [] };
    },
  }),
];
