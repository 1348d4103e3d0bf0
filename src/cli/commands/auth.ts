import { authLogin, type LoginOptions } from '../auth/login.ts';
import { logOut } from '../auth/logout.ts';
import { authStatus } from '../auth/status.ts';
import type { CommandRow } from '../program.ts';

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
    .action(run((context, options: LoginOptions) => authLogin(context, options)));
  auth
    .command('logout')
    .description('Remove the token from this machine')
    .action(run((context) => logOut(context)));
  auth
    .command('status')
    .description('Show whether the platform accepts the token, and where it is kept')
    .action(run((context) => authStatus(context)));
};
