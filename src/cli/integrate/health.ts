import type { Credential } from '../../node/credentials/credentials.ts';
import { type AuthState, checkAuth, describeAuth } from '../auth/status.ts';
import { logIn, wordsOfLogin } from '../auth/login.ts';
import { CliError } from '../exitCodes.ts';
import type { Context } from '../program.ts';

export interface Health {
  readonly credential: Credential;
  /** The version of a server; undefined for the cloud. */
  readonly version: string | undefined;
}

/**
 * Returns a credential that the platform accepts; undefined in a dry run without one, after a warning: nothing is written
 * then, so no login is needed.
 *
 * @param isInteractive The user may log in again, with three tokens at most.
 * @throws {CliError} that says what is wrong with the credential.
 */
export async function findHealth(
  context: Context,
  { isInteractive, dryRun }: { readonly isInteractive: boolean; readonly dryRun: boolean },
): Promise<Health | undefined> {
  const { terminal, session, prompts } = context;
  const first = await terminal.during('Contacting the platform', checkAuth(session));
  const health = healthOf(first);
  if (health) return health;
  if (dryRun && canBeRepaired(first)) {
    terminal.warn(
      `${describeAuth(first).message} Installed hooks deny everything until you log in: service-cli auth login`,
    );
    return undefined;
  }
  if (!isInteractive || !canBeRepaired(first)) throw failure(first);
  terminal.warn(describeAuth(first).message);
  if (!(await prompts.confirm('Log in now? No ends the command and installs nothing.', true)))
    throw failure(first);
  const platform = 'credential' in first ? first.credential.platform : undefined;
  const { url, person } = await logIn(context, {
    ...(platform && { url: platform.baseUrl }),
    ...(platform?.organization !== undefined && { org: platform.organization }),
  });
  terminal.say(`  ${wordsOfLogin(url, person)}`);
  const second = await checkAuth(session);
  const repaired = healthOf(second);
  if (!repaired) throw failure(second);
  return repaired;
}

function healthOf(auth: AuthState): Health | undefined {
  return 'connection' in auth && auth.connection.state === 'connected'
    ? { credential: auth.credential, version: auth.connection.version }
    : undefined;
}

function canBeRepaired(auth: AuthState): boolean {
  const state = 'problem' in auth ? auth.problem : auth.connection.state;
  return ['notLoggedIn', 'tokenMissing', 'tokenRefused', 'wrongTokenKind'].includes(state);
}

function failure(auth: AuthState): CliError {
  const { message, fix } = describeAuth(auth);
  return new CliError(message, { fix });
}
