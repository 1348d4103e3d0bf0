import { text } from 'node:stream/consumers';
import { delimiter, resolve } from 'node:path';
import { stat } from 'node:fs/promises';
import {
  isSecretSetting,
  isSettingName,
  networkSettings,
  type SecretSetting,
  type SettingName,
  settingNames,
} from '../../node/network/settingTable.ts';
import type { CommandRow, Context } from '../program.ts';
import { parseServerUrl } from '../../core/connections/serverUrl.ts';
import { Failure } from '../../core/failures.ts';
import { authoritiesOf, filesIn } from '../../node/network/certificates.ts';
import { readConfig, updateConfig } from '../../node/network/configFile.ts';
import { passphraseOrigin } from '../../node/network/network.ts';
import { parseProxy } from '../../node/network/proxyAddress.ts';
import {
  effectiveSetting,
  listSettings,
  secretNameOf,
  settingFor,
  type SettingRow,
  storedSettings,
  urlFor,
} from '../../node/network/resolveSettings.ts';
import { chooseSecretPlace } from '../auth/chooseSecretPlace.ts';
import { CliError, type ExitCode, exitCodes, invalidOptions } from '../exitCodes.ts';
import { secretPlacesOf } from '../session.ts';
import { secretPlaceNames } from '../words.ts';

const originOption = ['--origin <url>', 'only for this server, such as https://quality.example.com'] as const;
const name = ['<name>', `one of: ${Object.keys(networkSettings).join(', ')}`] as const;

/** Adds `config get`, `list`, `set` and `unset`. A secret is never an argument, which other users could see. */
export const configCommand: CommandRow = (program, run) => {
  const config = program
    .command('config')
    .description('Manage the network settings: proxy, certificate authorities, client certificate');
  config
    .command('get')
    .description('Print the value that is in effect. Exits with 1 if there is none')
    .argument(...name)
    .option(...originOption)
    .action(run(getSetting));
  config
    .command('list')
    .description('Print all settings and where each comes from')
    .action(run(listAllSettings));
  config
    .command('set')
    .description('Change a setting. Secrets are read from standard input and kept like the token')
    .argument(...name)
    .argument('[value]', 'new value; none for a secret')
    .option(...originOption)
    .action(run(setSetting));
  config
    .command('unset')
    .description('Remove a setting')
    .argument(...name)
    .option(...originOption)
    .action(run(unsetSetting));
};

interface ConfigOptions {
  readonly origin?: string;
}

async function getSetting(context: Context, given: string, options: ConfigOptions): Promise<ExitCode> {
  const { session, terminal } = context;
  const name = settingNameOf(given);
  const config = await readConfig(session.home.config);
  const row = effectiveSetting(name, originOf(options), { env: terminal.host.env, config });
  if (!row) throw new CliError(`${name} is not set.`);
  terminal.answer(row, () => row.value ?? `(${wordsOfSecret(row)})`);
  return exitCodes.fine;
}

async function listAllSettings({ session, terminal }: Context): Promise<ExitCode> {
  const config = await readConfig(session.home.config);
  const rows = listSettings({ env: terminal.host.env, config });
  terminal.items(
    rows,
    (row) => `${row.setting} = ${row.value ?? `(${wordsOfSecret(row)})`} from ${row.source}`,
  );
  if (rows.length === 0) terminal.say(`No settings are set. Available settings: ${settingNames.join(', ')}`);
  return exitCodes.fine;
}

function wordsOfSecret({ storedIn }: SettingRow): string {
  return storedIn === undefined ? 'secret' : `in the ${secretPlaceNames[storedIn]}`;
}

async function setSetting(
  context: Context,
  given: string,
  value: string | undefined,
  options: ConfigOptions,
): Promise<ExitCode> {
  const { session, terminal } = context;
  const name = settingNameOf(given);
  const origin = originOf(options);
  if (isSecretSetting(name)) return setSecret(context, name, value, origin);
  if (value === undefined || value === '') throw invalidOptions(`config set ${name} needs a value`);
  const checked = await checkedValue(name, value, terminal.host.cwd).catch((error: unknown) => {
    throw Failure.is(error) ? invalidOptions(error.message) : error;
  });
  await updateConfig(session.home.config, origin, (settings) => ({ ...settings, [name]: checked }));
  terminal.answer({ setting: name, value: checked, origin }, () =>
    [`${name} = ${checked}`, origin && ` for ${origin}`].filter(Boolean).join(''),
  );
  return exitCodes.fine;
}

async function unsetSetting(context: Context, given: string, options: ConfigOptions): Promise<ExitCode> {
  const { session, terminal } = context;
  const name = settingNameOf(given);
  const origin = originOf(options);
  const stored = storedSettings(await readConfig(session.home.config), origin);
  const wasSet = stored?.[name] !== undefined;
  const kept = isSecretSetting(name) && stored?.[name];
  if (kept) await secretPlacesOf(session)(kept.storedIn, secretNameOf(name, origin))?.delete();
  if (wasSet) await updateConfig(session.home.config, origin, ({ [name]: gone, ...settings }) => settings);
  terminal.answer({ setting: name, wasSet }, () =>
    wasSet ? `${name} was removed.` : `${name} was not set.`,
  );
  return exitCodes.fine;
}

function settingNameOf(name: string): SettingName {
  if (isSettingName(name)) return name;
  throw invalidOptions(`there is no setting "${name}"; settings: ${settingNames.join(', ')}`);
}

function originOf({ origin }: ConfigOptions): string | undefined {
  if (origin === undefined) return undefined;
  const url = parseServerUrl(origin);
  if (url === undefined)
    throw invalidOptions('--origin must be an http or https address without credentials');
  return new URL(url).origin;
}

/** Checks a value as the network does, so that a typing error is found here and not by the next request. */
async function checkedValue(
  name: Exclude<SettingName, SecretSetting>,
  value: string,
  cwd: string,
): Promise<string> {
  const source = { variable: 'service-cli config' };
  switch (name) {
    case 'proxy':
      if (parseProxy(value, source)?.password)
        throw invalidOptions(
          'the address of a proxy must not contain the password. Enter the user only, then run: service-cli config set proxy-password',
        );
      return value;
    case 'system-ca':
      if (value !== 'true' && value !== 'false') throw invalidOptions('system-ca must be true or false');
      return value;
    case 'ca-file': {
      const files = filesIn(value).map((file) => resolve(cwd, file));
      for (const file of files) await authoritiesOf(file, source);
      return files.join(delimiter);
    }
    case 'client-certificate':
    case 'client-key': {
      const file = resolve(cwd, value);
      const found = await stat(file).catch(() => undefined);
      if (!found?.isFile()) throw invalidOptions(`${file} is not a file`);
      return file;
    }
    case 'no-proxy':
      return value;
  }
}

async function setSecret(
  context: Context,
  name: SecretSetting,
  value: string | undefined,
  origin: string | undefined,
): Promise<ExitCode> {
  const { session, terminal } = context;
  if (value !== undefined)
    throw invalidOptions(`${name} is a secret. Pass it on standard input: others see arguments`);
  const forOrigin = name === 'proxy-password' ? await proxyOrigin(context, origin) : passphraseOrigin;
  const secret = await readSecret(context, name);
  const place = await chooseSecretPlace(context, secretNameOf(name, origin));
  if (!place)
    throw new CliError(`${name} was not kept, because there is no safe place for it.`, {
      fix: `Set SERVICE_STORE_PASSPHRASE to a passphrase to keep it in an encrypted file, or set ${networkSettings[name].variable} instead.`,
    });
  await place.set({ token: secret, origin: forOrigin });
  const storedIn = place.kind;
  await updateConfig(session.home.config, origin, (settings) => ({ ...settings, [name]: { storedIn } }));
  terminal.answer(
    { setting: name, storedIn, origin },
    () => `${name} is in the ${secretPlaceNames[storedIn]}.`,
  );
  return exitCodes.fine;
}

/** Returns the origin of the proxy whose password is to be kept, and which alone will get it. */
async function proxyOrigin({ session, terminal }: Context, origin: string | undefined): Promise<string> {
  const config = await readConfig(session.home.config);
  const setting = settingFor('proxy', urlFor(origin), { env: terminal.host.env, config });
  const proxy = setting && parseProxy(setting.value, setting.source);
  if (!proxy)
    throw invalidOptions(
      'there is no proxy whose password it is. Run first: service-cli config set proxy ADDRESS',
    );
  if (proxy.username === '')
    throw invalidOptions(
      'the address of the proxy has no user. Run first: service-cli config set proxy http://USER@HOST:PORT',
    );
  return proxy.origin;
}

async function readSecret({ terminal, prompts }: Context, name: SecretSetting): Promise<string> {
  const { stdin } = terminal.host;
  const secret =
    stdin.isTTY === true ? await prompts.secret(name) : (await text(stdin)).replace(/\r?\n$/, '');
  if (secret === '' || secret.length > 1_000 || /[\r\n]/.test(secret))
    throw invalidOptions('standard input must contain the secret in one line');
  return secret;
}
