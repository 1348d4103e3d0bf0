import { networkSettings } from '../../node/network/settingTable.ts';
import {
  type ConfigOptions,
  getSetting,
  listAllSettings,
  setSetting,
  unsetSetting,
} from '../config/settings.ts';
import type { CommandRow } from '../program.ts';

const originOption = ['--origin <url>', 'only for this server, such as https://quality.example.com'] as const;
const name = ['<name>', `one of: ${Object.keys(networkSettings).join(', ')}`] as const;

/**
 * Adds `config get`, `list`, `set` and `unset`. The value of a secret setting is never an argument, because other users
 * can see arguments.
 */
export const configCommand: CommandRow = (program, run) => {
  const config = program
    .command('config')
    .description('Manage the network settings: proxy, certificate authorities, client certificate');
  config
    .command('get')
    .description('Print the value that is in effect. Exits with 1 if there is none')
    .argument(...name)
    .option(...originOption)
    .action(run((context, given: string, options: ConfigOptions) => getSetting(context, given, options)));
  config
    .command('list')
    .description('Print all settings and where each comes from')
    .action(run((context) => listAllSettings(context)));
  config
    .command('set')
    .description('Change a setting. Secrets are read from standard input and kept like the token')
    .argument(...name)
    .argument('[value]', 'new value; none for a secret')
    .option(...originOption)
    .action(
      run((context, given: string, value: string | undefined, options: ConfigOptions) =>
        setSetting(context, given, value, options),
      ),
    );
  config
    .command('unset')
    .description('Remove a setting')
    .argument(...name)
    .option(...originOption)
    .action(run((context, given: string, options: ConfigOptions) => unsetSetting(context, given, options)));
};
