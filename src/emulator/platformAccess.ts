import { readState } from '../node/credentials/cliState.ts';
import { findCredential } from '../node/credentials/credentials.ts';
import { secretPlaces } from '../node/credentials/findSecretPlace.ts';
import { findKeyring } from '../node/credentials/keyring.ts';
import { serviceHome } from '../node/files/serviceHome.ts';
import { FixableError } from '../node/process/newerNode.ts';

/**
 * Returns the platform to contact: that of the variables, or of the login of service-cli. Neither may be guessed, and
 * the token of the login goes to its own platform only.
 *
 * @param what Completes the message about a missing token.
 * @throws {FixableError} when the token or the address is missing.
 */
export async function platformAccess(url: string | undefined, what: string) {
  const variables = process.env;
  const token = variables.SERVICE_TOKEN === '' ? undefined : variables.SERVICE_TOKEN;
  const env: NodeJS.ProcessEnv = {
    ...variables,
    SERVICE_TOKEN: token,
    SERVICE_URL: url ?? variables.SERVICE_URL,
  };
  if (token !== undefined && !env.SERVICE_URL)
    throw new FixableError(
      'SERVICE_URL is not set.',
      'Set it to the address of the platform, or pass --url.',
    );
  const home = serviceHome(env);
  const { login } = (await readState(home.state)).state;
  const keyringModule = env.SERVICE_KEYRING === 'off' ? undefined : findKeyring();
  const found = await findCredential({ env, login, place: secretPlaces(env, home, keyringModule) });
  if (!('problem' in found))
    return { url: found.platform.baseUrl, token: found.token, organization: found.platform.organization };
  if (found.problem === 'urlInvalid')
    throw new FixableError('SERVICE_URL is not an http or https address.', 'Correct it, or pass --url.');
  if (found.problem === 'organizationMissing')
    throw new FixableError('The cloud requires an organization.', 'Set SERVICE_ORG.');
  throw new FixableError(
    found.problem === 'loginElsewhere'
      ? `SERVICE_TOKEN is not set. The login of service-cli is for ${found.login}.`
      : `SERVICE_TOKEN is not set: ${what}.`,
    'Log in with service-cli auth login, or set it to a user token, such as the one that service-cli platform start prints.',
  );
}
