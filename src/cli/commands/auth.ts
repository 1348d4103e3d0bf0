import { authLogin } from '../auth/login.ts';
import { authStatus } from '../auth/status.ts';
import type { CommandRow, Context } from '../program.ts';
import { neutralBrand, securityPagePath } from '../../core/brand.ts';
import { readState, updateState, withoutLogin } from '../../node/credentials/cliState.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { secretPlacesOf } from '../session.ts';

/** Adds `auth login`, `logout` and `status`. No option takes a token, because other users can see arguments. */
export const authCommand: CommandRow = (program, run) => {
  const auth = program.command('auth').description('Log in, log out, show who is logged in');
  auth
    .command('login')
    .description(
      'Get a user token through the browser, or paste one where no browser can be opened, and keep it in the keyring',
    )
    .option('-s, --url <url>', 'address of the server (default: the last one, or the cloud)')
    .option('-o, --org <key>', 'organization in the cloud')
    .option('-t, --with-token', 'read the token from standard input instead of the browser')
    .option(
      '--insecure-storage',
      'if there is neither a keyring nor SERVICE_STORE_PASSPHRASE, keep the token in a plain-text file that only you can read',
    )
    .action(run(authLogin));
  auth.command('logout').description('Remove the token from this machine').action(run(logOut));
  auth
    .command('status')
    .description('Show whether the platform accepts the token, and where it is kept')
    .action(run(authStatus));
};

/** Deletes the token, then the marker, so that a token that cannot be deleted leaves the login unchanged. */
async function logOut({ session, terminal }: Context): Promise<ExitCode> {
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
