import { variable } from '../environment.ts';
import type { Config, StoredSettings } from './configFile.ts';
import {
  isSecretSetting,
  networkSettings,
  type SecretSetting,
  type SettingName,
  settingNames,
} from './settingTable.ts';

/** The place that a setting comes from: a variable by its name, or the file of settings. */
export type SettingSource =
  | { readonly variable: string }
  /** `origin` is undefined for a setting that is for all origins. */
  | { readonly file: true; readonly origin: string | undefined };

export interface NetworkSettingValue {
  readonly value: string;
  readonly source: SettingSource;
}

/** A secret whose value is in the keyring or in the encrypted file. */
export interface StoredNetworkSecret {
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
): NetworkSettingValue | undefined {
  const certificate = name === 'client-key' ? settingFor('client-certificate', url, settings) : undefined;
  if (certificate && name === 'client-key') return keyBeside(certificate, settings);
  const own = ownVariable(name, settings.env);
  if (own) return own;
  const { stored, source } = inFile(name, url, settings.config);
  return stored === undefined ? commonVariable(name, url, settings.env) : { value: stored, source };
}

/** Returns the key from the place that has the certificate: another place has the key of another certificate. */
function keyBeside(
  { source }: NetworkSettingValue,
  { env, config }: Settings,
): NetworkSettingValue | undefined {
  if ('variable' in source) return ownVariable('client-key', env);
  const stored = storedSettings(config, source.origin)?.['client-key'];
  return stored === undefined ? undefined : { value: stored, source };
}

/** Returns a secret, or the place that holds it. A certificate for one origin does not get the passphrase for all. */
export function secretFor(
  name: SecretSetting,
  url: URL,
  { env, config }: Settings,
): NetworkSettingValue | StoredNetworkSecret | undefined {
  const own = ownVariable(name, env);
  if (own) return own;
  const { stored, source } = inFile(name, url, config);
  if (name === 'client-passphrase' && isOfOther(source, url, { env, config })) return undefined;
  return stored && { storedIn: stored.storedIn, source };
}

/** Whether a passphrase of the file belongs to another certificate of the file than that for the URL. */
function isOfOther(source: SettingSource, url: URL, settings: Settings): boolean {
  const certificate = settingFor('client-certificate', url, settings)?.source;
  if (certificate === undefined || 'variable' in certificate || 'variable' in source) return false;
  return certificate.origin !== source.origin;
}

/** Returns a setting of the file: that for the URL's origin, or else that for all origins. */
function inFile<N extends SettingName>(
  name: N,
  { origin }: URL,
  config: Config,
): { readonly stored: StoredSettings[N]; readonly source: SettingSource } {
  const forOrigin = storedSettings(config, origin)?.[name];
  if (forOrigin !== undefined) return { stored: forOrigin, source: { file: true, origin } };
  return { stored: config.settings?.[name], source: { file: true, origin: undefined } };
}

export function storedSettings(config: Config, origin: string | undefined): StoredSettings | undefined {
  return origin === undefined ? config.settings : config.origins?.[origin];
}

export function secretNameOf(name: SecretSetting, origin: string | undefined): string {
  return origin === undefined ? name : `${name} ${origin}`;
}

/** A setting as people and scripts see it: a secret has no value here, and the address of a proxy no password. */
export interface SettingRow {
  readonly setting: SettingName;
  readonly value?: string;
  /** The place of a secret that is not in a variable. */
  readonly storedIn?: StoredNetworkSecret['storedIn'];
  readonly source: string;
}

/** Returns a URL for questions about all origins: no setting is for it alone. */
export function urlFor(origin: string | undefined): URL {
  return new URL(origin ?? 'https://any.invalid');
}

export function effectiveSetting(
  name: SettingName,
  origin: string | undefined,
  settings: Settings,
): SettingRow | undefined {
  const url = urlFor(origin);
  const found = isSecretSetting(name) ? secretFor(name, url, settings) : settingFor(name, url, settings);
  return found && rowOf(name, found);
}

/** Returns all settings of all sources, those of a variable first. */
export function listSettings({ env, config }: Settings): SettingRow[] {
  const fromFile = (origin: string | undefined): SettingRow[] =>
    settingNames.flatMap((name) => {
      const value = storedSettings(config, origin)?.[name];
      const source: SettingSource = { file: true, origin };
      if (value === undefined) return [];
      return [
        rowOf(name, typeof value === 'string' ? { value, source } : { storedIn: value.storedIn, source }),
      ];
    });
  const fromVariables = (names: readonly string[], name: SettingName): SettingRow[] =>
    names.flatMap((from) => {
      const found = fromVariable(from, env);
      return found ? [rowOf(name, found)] : [];
    });
  return [
    ...settingNames.flatMap((name) => fromVariables([networkSettings[name].variable], name)),
    ...Object.keys(config.origins ?? {}).flatMap(fromFile),
    ...fromFile(undefined),
    ...fromVariables(commonNames.proxy.flatMap(bothCases), 'proxy'),
    ...fromVariables(commonNames['no-proxy'].flatMap(bothCases), 'no-proxy'),
  ];
}

function rowOf(setting: SettingName, found: NetworkSettingValue | StoredNetworkSecret): SettingRow {
  const source = wordsOfSource(found.source);
  if ('storedIn' in found) return { setting, storedIn: found.storedIn, source };
  if (isSecretSetting(setting)) return { setting, source };
  return { setting, value: setting === 'proxy' ? withoutCredentials(found.value) : found.value, source };
}

/** Returns the address of a proxy for people: in a variable it may contain the password. */
function withoutCredentials(address: string): string {
  const end = address.lastIndexOf('@');
  const [scheme = ''] = /^[a-z][\w+.-]*:\/\//i.exec(address) ?? [];
  return end < 0 ? address : `${scheme}***${address.slice(end)}`;
}

export function wordsOfSource(source: SettingSource): string {
  if ('variable' in source) return source.variable;
  return source.origin === undefined ? 'service-cli config' : `service-cli config for ${source.origin}`;
}

function ownVariable(name: SettingName, env: NodeJS.ProcessEnv): NetworkSettingValue | undefined {
  return fromVariable(networkSettings[name].variable, env);
}

function fromVariable(from: string, env: NodeJS.ProcessEnv): NetworkSettingValue | undefined {
  const value = variable(env, from);
  return value === undefined ? undefined : { value, source: { variable: from } };
}

/** The variables that other programs use too. */
const commonNames = { proxy: ['https_proxy', 'http_proxy', 'all_proxy'], 'no-proxy': ['no_proxy'] } as const;

/** Lower case takes precedence, as in curl. */
const bothCases = (name: string): readonly string[] => [name, name.toUpperCase()];

function commonVariable(
  name: SettingName,
  url: URL,
  env: NodeJS.ProcessEnv,
): NetworkSettingValue | undefined {
  if (name !== 'proxy' && name !== 'no-proxy') return undefined;
  const other = url.protocol === 'https:' ? 'http_proxy' : 'https_proxy';
  for (const from of commonNames[name].filter((common) => common !== other).flatMap(bothCases)) {
    const found = fromVariable(from, env);
    if (found) return found;
  }
  return undefined;
}
