import { Failure } from '../../core/failures.ts';
import { readState } from '../../node/credentials/cliState.ts';
import { findCredential, type Credential } from '../../node/credentials/credentials.ts';
import { findKeyring, keyring } from '../../node/credentials/keyring.ts';
import { tokenFile } from '../../node/credentials/secretPlaces.ts';
import { serviceHome } from '../../node/files/serviceHome.ts';
import type { LoggedIn } from '../definition/access.ts';
import { Problem } from '../answers/problem.ts';
import { remedies } from '../answers/remedies.ts';
import type { Platform } from '../launch/configuration.ts';

/**
 * The login of service-cli, with the token that `auth login` stored for its platform; undefined when nobody is logged
 * in. Rejects with a `Problem` where it cannot be used. A bundle of its own: who has a token needs none of it.
 */
export async function findLogin(env: NodeJS.ProcessEnv): Promise<LoggedIn | undefined> {
  const found = await lookUp(env).catch((error: unknown) => {
    // A damaged file, a locked keyring, a token of another platform.
    throw Failure.is(error) ? new Problem(remedies.loginUnusable(error.message)) : error;
  });
  if (!('problem' in found)) return { platform: platformOf(found), token: found.token };
  if (found.problem === 'notLoggedIn') return undefined;
  throw new Problem(remedies.loginIncomplete);
}

async function lookUp(env: NodeJS.ProcessEnv): ReturnType<typeof findCredential> {
  const home = serviceHome(env);
  const { state } = await readState(home.state);
  const module = env.SERVICE_KEYRING === 'off' ? undefined : findKeyring();
  return findCredential({
    // Of the login alone: the variables are the configuration's.
    env: {},
    login: state.login,
    place: (kind) => {
      if (kind === 'file') return tokenFile(home.token);
      return module === undefined ? undefined : keyring(module);
    },
  });
}

function platformOf({ platform: { target, baseUrl, apiUrl } }: Credential): Platform {
  if (target.kind === 'server') return { kind: 'server', url: target.serverUrl };
  const { region, organizationKey } = target;
  return { kind: 'cloud', region, hosts: { web: baseUrl, api: apiUrl }, organization: organizationKey };
}
