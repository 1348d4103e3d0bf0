import { checkConnection, type ConnectionState } from '../../core/connections/check.ts';
import { readState, updateState, withRefusedLogin } from '../../node/credentials/cliState.ts';
import { apiOf, type Credential, type CredentialProblem } from '../../node/credentials/credentials.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import { credentialOf, type Session } from '../session.ts';
import { wordsOfProblem, wordsOfState } from '../words.ts';

export interface AuthState {
  /** Undefined when the user has no usable credential. */
  readonly credential: Credential | undefined;
  readonly problem: CredentialProblem | undefined;
  readonly connection: ConnectionState | undefined;
}

/**
 * Checks the current credential with the platform. When the platform refuses the token of a stored login, the state
 * records that login as refused.
 */
export async function checkAuth(session: Session): Promise<AuthState> {
  const { login } = (await readState(session.home.state)).state;
  const found = await credentialOf(session, login);
  if ('problem' in found) return { credential: undefined, problem: found, connection: undefined };
  const { platform, token, source } = found;
  const connection = await checkConnection(platform.target, token, apiOf(found, session));
  if (connection.state === 'tokenRefused' && source !== 'environment')
    await updateState(session.home.state, withRefusedLogin);
  return { credential: found, problem: undefined, connection };
}

/** Prints the state of the token and its place. Resolves with 0 only if the connection works. */
export async function authStatus({ session, terminal }: Context): Promise<ExitCode> {
  const auth = await terminal.during('Contacting the platform', checkAuth(session));
  const { message, fix } = describeAuth(auth);
  terminal.answer(authAnswer(auth), () => [message, ...(fix === undefined ? [] : [fix])].join('\n'));
  return auth.connection?.state === 'connected' ? exitCodes.fine : exitCodes.failed;
}

/** Where a token is, as a part of a sentence. */
export const tokenSources = {
  environment: 'the environment',
  keyring: 'the keyring',
  encryptedFile: 'the encrypted file',
  file: 'a plain-text file',
};

/** Words the state of a login for users: what is wrong first, then where the token is stored. */
export function describeAuth({ credential, problem, connection }: AuthState): {
  message: string;
  fix?: string;
} {
  if (problem) return wordsOfProblem(problem);
  if (!credential || !connection) return wordsOfProblem({ problem: 'notLoggedIn' });
  const words = wordsOfState(connection, credential.platform, credential.source);
  return { ...words, message: `${words.message} The token is in ${tokenSources[credential.source]}.` };
}

/** The answer for scripts: it has names and addresses, never the token. */
function authAnswer({ credential, problem, connection }: AuthState): Record<string, unknown> {
  if (!credential || !connection) return { state: problem?.problem ?? 'notLoggedIn' };
  const { platform, source } = credential;
  return {
    state: connection.state,
    url: platform.baseUrl,
    ...(platform.organization !== undefined && { organization: platform.organization }),
    source,
    ...(connection.state === 'connected' && { login: connection.login, version: connection.version }),
    ...(connection.state !== 'connected' && { message: wordsOfState(connection, platform).message }),
  };
}
