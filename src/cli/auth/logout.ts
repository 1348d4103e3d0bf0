import { neutralBrand, securityPagePath } from '../../core/brand.ts';
import { readState, updateState, withoutLogin } from '../../node/credentials/cliState.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import { secretPlacesOf } from '../session.ts';

/** Deletes the token, then the marker, so that a token that cannot be deleted leaves the login unchanged. */
export async function logOut({ session, terminal }: Context): Promise<ExitCode> {
  const { login } = (await readState(session.home.state)).state;
  const placeOf = secretPlacesOf(session);
  // The files are deleted even after the platform refused the login: no other command would ever remove it.
  for (const kind of ['file', 'encryptedFile'] as const) await placeOf(kind)?.delete();
  if (login) {
    await placeOf(login.storedIn)?.delete();
    await updateState(session.home.state, withoutLogin);
    terminal.say(`The token remains valid until you revoke it on ${login.url}${securityPagePath}`);
  }
  terminal.answer({ state: 'loggedOut', wasLoggedIn: login !== undefined }, () =>
    login ? `Logged out of ${login.url}` : 'You were not logged in.',
  );
  const { token } = neutralBrand.environment;
  if (terminal.host.env[token]) terminal.warn(`${token} is still set and is used instead.`);
  return exitCodes.fine;
}
