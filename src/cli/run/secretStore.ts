import * as z from 'zod/mini';
import type { SecretPlace } from '../../node/credentials/secretPlaces.ts';
import { readStoredJson, type StoredJson, updateStoredJson } from '../../node/files/storedJson.ts';
import type { ServiceHome } from '../../node/files/serviceHome.ts';
import { chooseSecretPlace } from '../auth/chooseSecretPlace.ts';
import { CliError } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import { secretPlacesOf, type Session } from '../session.ts';

/** A keyring cannot list its entries, so a file has the names. */
const schema = z.looseObject({
  version: z.literal(1),
  secrets: z.record(z.string(), z.object({ storedIn: z.enum(['keyring', 'encryptedFile']) })),
});
type Names = z.output<typeof schema>;

const documentOf = ({ secretNames: path }: ServiceHome): StoredJson<Names> => ({
  path,
  schema,
  empty: { version: 1, secrets: {} },
});

/** The place in which such secrets are; the token has others. */
const entryOf = (name: string): string => `secret ${name}`;
const origin = 'run';

export async function secretNames({
  home,
}: Session): Promise<readonly { name: string; storedIn: SecretPlace['kind'] }[]> {
  const { secrets } = await readStoredJson(documentOf(home));
  return Object.entries(secrets).map(([name, { storedIn }]) => ({ name, storedIn }));
}

/** @throws {CliError} without a keyring and without a passphrase for the encrypted file. */
export async function storeSecret(
  context: Context,
  name: string,
  value: string,
): Promise<SecretPlace['kind']> {
  const place = await chooseSecretPlace(context, entryOf(name));
  if (!place)
    throw new CliError('The secret was not stored.', {
      fix: 'Use a machine with a keyring, or set SERVICE_STORE_PASSPHRASE to the passphrase of an encrypted file.',
    });
  await place.set({ token: value, origin });
  await updateStoredJson(documentOf(context.session.home), (names) => ({
    ...names,
    secrets: { ...names.secrets, [name]: { storedIn: place.kind } },
  }));
  return place.kind;
}

/** Returns whether there was such a secret. */
export async function removeSecret({ session }: Context, name: string): Promise<boolean> {
  const { secrets } = await readStoredJson(documentOf(session.home));
  const known = secrets[name];
  if (!known) return false;
  await secretPlacesOf(session)(known.storedIn, entryOf(name))?.delete();
  await updateStoredJson(documentOf(session.home), (names) => {
    const { [name]: gone, ...others } = names.secrets;
    return { ...names, secrets: others };
  });
  return true;
}

export async function storedSecret(session: Session, name: string): Promise<string | undefined> {
  const { secrets } = await readStoredJson(documentOf(session.home));
  const known = secrets[name];
  return known && (await secretPlacesOf(session)(known.storedIn, entryOf(name))?.get(origin));
}
