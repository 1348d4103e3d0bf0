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

interface HealthOptions {
  /** The user may log in again, with three tokens at most. */
  readonly isInteractive: boolean;
  /** Nothing is written, so no login is needed. */
  readonly dryRun: boolean;
}

/**
 * Returns a credential that the platform accepts; undefined in a dry run without one, after a warning.
 *
 * @throws {CliError} that says what is wrong with the credential.
 */
export async function findHealth(
  context: Context,
  { isInteractive, dryRun }: HealthOptions,
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
  const { platform } = first.credential ?? {};
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

function healthOf({ credential, connection }: AuthState): Health | undefined {
  return credential && connection?.state === 'connected'
    ? { credential, version: connection.version }
    : undefined;
}

function canBeRepaired({ problem, connection }: AuthState): boolean {
  if (problem) return problem.problem === 'notLoggedIn' || problem.problem === 'tokenMissing';
  return ['tokenRefused', 'tokenMissing', 'wrongTokenKind'].includes(connection?.state ?? '');
}

function failure(auth: AuthState): CliError {
  const { message, fix } = describeAuth(auth);
  return new CliError(message, { fix });
}
