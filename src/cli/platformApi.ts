import type { Api } from '../core/api/client.ts';
import { readState } from '../node/credentials/cliState.ts';
import { apiOf, type Credential } from '../node/credentials/credentials.ts';
import { CliError } from './exitCodes.ts';
import { credentialOf, type Session } from './session.ts';
import { wordsOfProblem } from './words.ts';

/**
 * Opens the platform that the environment or the login names.
 *
 * @throws {CliError} without a usable credential.
 */
export async function openPlatform(
  session: Session,
): Promise<{ readonly api: Api; readonly platform: Credential['platform'] }> {
  const credential = await requireCredential(session);
  return { api: apiOf(credential, session), platform: credential.platform };
}

/**
 * Returns the credential that `openPlatform` uses, for commands that call more than one host of the platform.
 *
 * @throws {CliError} without a usable credential.
 */
export async function requireCredential(session: Session): Promise<Credential> {
  const { login } = (await readState(session.home.state)).state;
  const credential = await credentialOf(session, login);
  if (!('problem' in credential)) return credential;
  const { message, fix } = wordsOfProblem(credential);
  throw new CliError(message, { fix });
}
