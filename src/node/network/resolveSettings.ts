import { variable } from '../process/environment.ts';
import type { Config, StoredSettings } from './configFile.ts';
import { isSecretSetting, networkSettings, type SecretSetting, type SettingName } from './settingTable.ts';

/** The place that a setting comes from: a variable by its name, or the file of settings. */
export type SettingSource =
  | { readonly variable: string }
  /** `origin` is undefined for a setting that is for all origins. */
  | { readonly file: true; readonly origin: string | undefined };

export interface SettingValue {
  readonly value: string;
  readonly source: SettingSource;
}

/** A secret whose value is in the keyring or in the encrypted file. */
export interface StoredSecret {
  readonly storedIn: 'keyring' | 'encryptedFile';
  readonly source: SettingSource;
}

interface Settings {
  readonly env: NodeJS.ProcessEnv;
  readonly config: Config;
}

/**
 * Returns the value of a setting for a URL: the one of its variable, of the file for the URL's origin, of the file for
 * all origins, or of the variable that other programs use too, such as `HTTPS_PROXY`.
 */
export function settingFor(
  name: Exclude<SettingName, SecretSetting>,
  url: URL,
  settings: Settings,
): SettingValue | undefined {
  return (
    ownVariable(name, settings.env) ??
    storedValue(name, url.origin, settings.config) ??
    commonVariable(name, url, settings.env)
  );
}

/** Returns a secret setting for a URL: its value from the variable, or the place that holds it. */
export function secretFor(
  name: SecretSetting,
  url: URL,
  { env, config }: Settings,
): SettingValue | StoredSecret | undefined {
  const own = ownVariable(name, env);
  if (own) return own;
  for (const origin of [url.origin, undefined]) {
    const stored = storedSettings(config, origin)?.[name];
    if (stored) return { storedIn: stored.storedIn, source: { file: true, origin } };
  }
  return undefined;
}

/** The settings of the file for an origin, or for all origins. */
export function storedSettings(config: Config, origin: string | undefined): StoredSettings | undefined {
  return origin === undefined ? config.settings : config.origins?.[origin];
}

/** The name of a stored secret in the keyring or the encrypted file. */
export function secretNameOf(name: SecretSetting, origin: string | undefined): string {
  return origin === undefined ? name : `${name} ${origin}`;
}

/** Says where a setting comes from, for people. */
export function wordsOfSource(source: SettingSource): string {
  if ('variable' in source) return source.variable;
  return source.origin === undefined ? 'service-cli config' : `service-cli config for ${source.origin}`;
}

function ownVariable(name: SettingName, env: NodeJS.ProcessEnv): SettingValue | undefined {
  const from = networkSettings[name].variable;
  const value = variable(env, from);
  return value === undefined ? undefined : { value, source: { variable: from } };
}

function storedValue(name: SettingName, origin: string, config: Config): SettingValue | undefined {
  if (isSecretSetting(name)) return undefined;
  for (const place of [origin, undefined]) {
    const value = storedSettings(config, place)?.[name];
    if (value !== undefined) return { value, source: { file: true, origin: place } };
  }
  return undefined;
}

/** Lower case goes first, as in curl. */
function commonVariable(name: SettingName, url: URL, env: NodeJS.ProcessEnv): SettingValue | undefined {
  const common =
    name === 'proxy'
      ? [url.protocol === 'https:' ? 'https_proxy' : 'http_proxy', 'all_proxy']
      : name === 'no-proxy'
        ? ['no_proxy']
        : [];
  for (const from of common.flatMap((lower) => [lower, lower.toUpperCase()])) {
    const value = variable(env, from);
    if (value !== undefined) return { value, source: { variable: from } };
  }
  return undefined;
}
