import { readFileSync } from 'node:fs';
import { serviceHome } from '../../node/files/serviceHome.ts';

/**
 * Returns the reason why the user does not count as authenticated, or undefined when the user does. A token in the
 * environment counts, and so does the marker in the state file. `auth login` writes the marker; `auth logout` or a
 * refused check removes it. A hook that runs on every read cannot afford the keyring or the network.
 */
export function whyUnauthenticated(env: NodeJS.ProcessEnv): string | undefined {
  if (env.SERVICE_TOKEN) return undefined;
  const path = serviceHome(env).state;
  let state: unknown;
  try {
    state = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    return isMissing(error) ? notLoggedIn : `${path} cannot be read. Run: service-cli system status`;
  }
  const login = typeof state === 'object' && state !== null && 'login' in state ? state.login : undefined;
  const isMarker = typeof login === 'object' && login !== null && 'storedIn' in login;
  return isMarker ? undefined : notLoggedIn;
}

const notLoggedIn = 'Nobody is logged in. Run: service-cli auth login';

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
