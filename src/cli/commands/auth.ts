import { authLogin, type LoginOptions } from '../auth/login.ts';
import { logOut } from '../auth/logout.ts';
import { authStatus } from '../auth/status.ts';
import type { CommandRow } from '../program.ts';

export const authCommand: CommandRow = (program, run) => {
  const auth = program.command('auth').description('Log in to the platform, out, and ask who is');
  auth
    .command('login')
    .description('Get a user token from the platform by the browser and keep it in the keyring')
    .option('-s, --url <url>', 'address of the server; else that of the last login, or the cloud')
    .option('-o, --org <key>', 'organization of the cloud')
    .option('-t, --with-token', 'read the token from standard input instead of the browser')
    .option('--insecure-storage', 'without a keyring: keep the token in a file that only you may read')
    .action(run((context, options: LoginOptions) => authLogin(context, options)));
  auth
    .command('logout')
    .description('Forget the token on this machine')
    .action(run((context) => logOut(context)));
  auth
    .command('status')
    .description('Say whether the platform accepts the token, and where it is kept')
    .action(run((context) => authStatus(context)));
};
