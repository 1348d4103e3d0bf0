import { keyring, probeKeyring } from '../../node/credentials/keyring.ts';
import { type SecretPlace, tokenFile } from '../../node/credentials/secretPlaces.ts';
import { CliError } from '../exitCodes.ts';
import type { Context } from '../program.ts';

/**
 * Chooses where the token is stored: in the keyring when a test shows that it works, else in a plain-text file. The
 * user has to agree to the file, either at the prompt or by `--insecure-storage`.
 *
 * @param agreedBefore Whether the user passed `--insecure-storage`.
 * @throws {CliError} when the keyring does not work and the user does not agree to the file.
 */
export async function chooseSecretPlace(
  { session, terminal, prompts }: Context,
  agreedBefore: boolean,
): Promise<SecretPlace> {
  const { home, keyringModule } = session;
  if (
    keyringModule !== undefined &&
    (await terminal.during('Trying the keyring', probeKeyring(keyringModule)))
  )
    return keyring(keyringModule);
  terminal.warn(
    keyringModule === undefined
      ? 'This installation works without a keyring.'
      : 'This machine has no working keyring.',
  );
  const question = `Keep the token in plain text in ${home.token}, readable by you alone?`;
  if (!agreedBefore && !(terminal.isInteractive && (await prompts.confirm(question, false))))
    throw new CliError('The token was not kept, so nothing has changed.', {
      fix: 'Set SERVICE_TOKEN instead, or pass --insecure-storage to keep it in a file.',
    });
  terminal.warn(`The token is kept in plain text in ${home.token}, readable by you alone.`);
  return tokenFile(home.token);
}
