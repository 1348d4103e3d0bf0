import { Failure } from '../../core/failures.ts';
import { readState } from '../../node/credentials/cliState.ts';
import { findCredential, type Credential } from '../../node/credentials/credentials.ts';
import type { FindSecretPlace } from '../../node/credentials/findSecretPlace.ts';
import { serviceHome } from '../../node/files/serviceHome.ts';
import type { LoggedIn } from './access.ts';
import { fixes, Problem } from './fixes.ts';
import type { Platform } from './configuration.ts';

/**
 * Returns the login of service-cli with the token that `auth login` stored for its platform, or undefined when the
 * user is not logged in. This is a separate bundle, because a client with a token does not need it.
 *
 * @throws {Problem} when there is a login that cannot be used.
 */
export async function findLogin(
  env: NodeJS.ProcessEnv,
  place: FindSecretPlace,
): Promise<LoggedIn | undefined> {
  const found = await lookUp(env, place).catch((error: unknown) => {
    // The state file is damaged, the keyring is locked, or the token was stored for another platform.
    throw Failure.is(error) ? new Problem(fixes.loginUnusable(error.message)) : error;
  });
  if (!('problem' in found)) return { platform: platformOf(found), token: found.token };
  if (found.problem === 'notLoggedIn') return undefined;
  throw new Problem(fixes.loginIncomplete);
}

async function lookUp(env: NodeJS.ProcessEnv, place: FindSecretPlace): ReturnType<typeof findCredential> {
  const { state } = await readState(serviceHome(env).state);
  // Only the login is read here: the configuration already covers the variables.
  return findCredential({ env: {}, login: state.login, place });
}

function platformOf({ platform: { target, baseUrl, apiUrl } }: Credential): Platform {
  if (target.kind === 'server') return { kind: 'server', url: target.serverUrl };
  const { region, organizationKey } = target;
  return { kind: 'cloud', region, hosts: { web: baseUrl, api: apiUrl }, organization: organizationKey };
}
