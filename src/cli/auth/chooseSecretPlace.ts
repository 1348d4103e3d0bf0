import { passphraseVariable } from '../../node/credentials/encryptedFile.ts';
import { probeKeyring } from '../../node/credentials/keyring.ts';
import type { SecretPlace } from '../../node/credentials/secretPlaces.ts';
import { variable } from '../../node/environment.ts';
import type { Context } from '../program.ts';
import { secretPlacesOf } from '../session.ts';

/** A place that other users of the machine, backups and images do not reveal. */
export type SafePlace = SecretPlace & { readonly kind: 'keyring' | 'encryptedFile' };

/**
 * Chooses the place of a new secret: the keyring when a test shows that it works, else the encrypted file when the
 * environment has its passphrase. Returns undefined if neither is possible, after saying why.
 */
export async function chooseSecretPlace(
  { session, terminal }: Context,
  /** The name of the secret; the token by default. */
  name?: string,
): Promise<SafePlace | undefined> {
  const { keyringModule } = session;
  const place = (kind: SafePlace['kind']): SafePlace | undefined => {
    const found = secretPlacesOf(session)(kind, name);
    return found && { ...found, kind };
  };
  if (
    keyringModule !== undefined &&
    (await terminal.during('Checking the keyring', probeKeyring(keyringModule)))
  )
    return place('keyring');
  if (variable(terminal.host.env, passphraseVariable) !== undefined) return place('encryptedFile');
  terminal.warn(
    keyringModule === undefined
      ? 'This installation has no keyring support.'
      : 'This machine has no working keyring.',
  );
  return undefined;
}
