import { text } from 'node:stream/consumers';
import { type ExitCode, exitCodes, CliError, invalidOptions } from '../exitCodes.ts';
import type { CommandRow, Context } from '../program.ts';
import { isVariableName } from '../run/runConsent.ts';
import { removeSecret, secretNames, storeSecret } from '../run/secretStore.ts';
import { secretPlaceNames } from '../words.ts';

/** Adds `secret set`, `list` and `remove`. A value is never an argument, because other users can see arguments. */
export const secretCommand: CommandRow = (program, run) => {
  const secret = program
    .command('secret')
    .description('Manage secrets that "service-cli run" gives to programs');
  secret
    .command('set')
    .argument('<name>', 'name of the environment variable')
    .description('Store a secret in the keyring; its value comes from a question or from standard input')
    .action(run((context, name: string) => setSecret(context, name)));
  secret
    .command('list')
    .description('Print the names of the secrets, never their values')
    .action(run((context) => listSecrets(context)));
  secret
    .command('remove')
    .argument('<name>', 'name of the environment variable')
    .description('Remove a secret from the keyring')
    .action(run((context, name: string) => remove(context, name)));
};

async function setSecret(context: Context, name: string): Promise<ExitCode> {
  const { terminal, prompts } = context;
  if (!isVariableName(name)) throw invalidOptions(`${name} cannot be the name of an environment variable`);
  const { stdin } = terminal.host;
  const value = stdin.isTTY === true ? await prompts.secret(`Value of ${name}`) : await text(stdin);
  const secret = value.replace(/\r?\n$/, '');
  if (secret === '') throw invalidOptions('the value is empty');
  if (secret.includes('\0')) throw invalidOptions('the value has a NUL, which no variable can have');
  const storedIn = await storeSecret(context, name, secret);
  terminal.answer({ name, storedIn }, () => `${name} is stored in ${secretPlaceNames[storedIn]}.`);
  return exitCodes.fine;
}

async function listSecrets({ terminal, session }: Context): Promise<ExitCode> {
  const names = await secretNames(session);
  if (names.length === 0) terminal.say('There are no secrets.');
  terminal.items(names, ({ name }) => name);
  return exitCodes.fine;
}

async function remove(context: Context, name: string): Promise<ExitCode> {
  if (!(await removeSecret(context, name)))
    throw new CliError(`There is no secret ${name}.`, { fix: 'Names: service-cli secret list' });
  context.terminal.answer({ name }, () => `${name} is removed.`);
  return exitCodes.fine;
}
