import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { readStoredJson, type StoredJson, updateStoredJson } from '../../node/files/storedJson.ts';
import type { ServiceHome } from '../../node/files/serviceHome.ts';
import { chooseSecretPlace } from '../auth/chooseSecretPlace.ts';
import { type ExitCode, exitCodes, CliError, invalidOptions } from '../exitCodes.ts';
import type { CommandRow, Context } from '../program.ts';
import { isVariableName } from '../run/runConsent.ts';
import { secretPlacesOf, type Session } from '../session.ts';
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
    .action(run(setSecret));
  secret
    .command('list')
    .description('Print the names of the secrets, never their values')
    .action(run(listSecrets));
  secret
    .command('remove')
    .argument('<name>', 'name of the environment variable')
    .description('Remove a secret from the keyring')
    .action(run(removeSecret));
};

/** A keyring cannot list its entries, so a file has the names. */
const schema = z.looseObject({
  version: z.literal(1),
  secrets: z.record(z.string(), z.object({ storedIn: z.enum(['keyring', 'encryptedFile']) })),
});

const documentOf = ({ secretNames: path }: ServiceHome): StoredJson<z.output<typeof schema>> => ({
  path,
  schema,
  empty: { version: 1, secrets: {} },
});

/** The place in which such secrets are; the token has others. */
const entryOf = (name: string): string => `secret ${name}`;
const origin = 'run';

export async function storedSecret(session: Session, name: string): Promise<string | undefined> {
  const { secrets } = await readStoredJson(documentOf(session.home));
  const known = secrets[name];
  return known && (await secretPlacesOf(session)(known.storedIn, entryOf(name))?.get(origin));
}

async function setSecret(context: Context, name: string): Promise<ExitCode> {
  const { terminal, prompts, session } = context;
  if (!isVariableName(name)) throw invalidOptions(`${name} cannot be the name of an environment variable`);
  const { stdin } = terminal.host;
  const value = stdin.isTTY === true ? await prompts.secret(`Value of ${name}`) : await text(stdin);
  const secret = value.replace(/\r?\n$/, '');
  if (secret === '') throw invalidOptions('the value is empty');
  if (secret.includes('\0')) throw invalidOptions('the value has a NUL, which no variable can have');
  const place = await chooseSecretPlace(context, entryOf(name));
  if (!place)
    throw new CliError('The secret was not stored.', {
      fix: 'Use a machine with a keyring, or set SERVICE_STORE_PASSPHRASE to the passphrase of an encrypted file.',
    });
  await place.set({ token: secret, origin });
  const storedIn = place.kind;
  await updateStoredJson(documentOf(session.home), (names) => ({
    ...names,
    secrets: { ...names.secrets, [name]: { storedIn } },
  }));
  terminal.answer({ name, storedIn }, () => `${name} is stored in ${secretPlaceNames[storedIn]}.`);
  return exitCodes.fine;
}

async function listSecrets({ terminal, session }: Context): Promise<ExitCode> {
  const { secrets } = await readStoredJson(documentOf(session.home));
  const names = Object.entries(secrets).map(([name, { storedIn }]) => ({ name, storedIn }));
  if (names.length === 0) terminal.say('There are no secrets.');
  terminal.items(names, ({ name }) => name);
  return exitCodes.fine;
}

async function removeSecret({ session, terminal }: Context, name: string): Promise<ExitCode> {
  const known = (await readStoredJson(documentOf(session.home))).secrets[name];
  if (!known) throw new CliError(`There is no secret ${name}.`, { fix: 'Names: service-cli secret list' });
  await secretPlacesOf(session)(known.storedIn, entryOf(name))?.delete();
  await updateStoredJson(documentOf(session.home), (names) => {
    const { [name]: gone, ...others } = names.secrets;
    return { ...names, secrets: others };
  });
  terminal.answer({ name }, () => `${name} is removed.`);
  return exitCodes.fine;
}
