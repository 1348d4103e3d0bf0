import { checkConnection, type ConnectionState } from '../../core/connections/check.ts';
import { readState, updateState, withRefusedLogin } from '../../node/credentials/cliState.ts';
import { apiOf, type Credential, type CredentialProblem } from '../../node/credentials/credentials.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import { credentialOf, type Session } from '../session.ts';
import { type UserMessage, wordsOfProblem, wordsOfState } from '../words.ts';

/** A credential and what the platform says about it, or why there is no usable one. */
export type AuthState =
  CredentialProblem | { readonly credential: Credential; readonly connection: ConnectionState };

/** Checks the current credential with the platform. Records in the state that the platform refuses a stored login. */
export async function checkAuth(session: Session): Promise<AuthState> {
  const { login } = (await readState(session.home.state)).state;
  const found = await credentialOf(session, login);
  if ('problem' in found) return found;
  const { platform, token, source } = found;
  const connection = await checkConnection(platform.target, token, apiOf(found, session));
  if (connection.state === 'tokenRefused' && source !== 'environment')
    await updateState(session.home.state, withRefusedLogin);
  return { credential: found, connection };
}

/** Prints the state of the token and its place. Resolves with 0 only if the connection works. */
export async function authStatus({ session, terminal }: Context): Promise<ExitCode> {
  const auth = await terminal.during('Contacting the platform', checkAuth(session));
  const { message, fix } = describeAuth(auth);
  terminal.answer(authAnswer(auth), () => [message, ...(fix === undefined ? [] : [fix])].join('\n'));
  return 'connection' in auth && auth.connection.state === 'connected' ? exitCodes.fine : exitCodes.failed;
}

export const tokenSources = {
  environment: 'the environment',
  keyring: 'the keyring',
  encryptedFile: 'the encrypted file',
  file: 'a plain-text file',
};

/** Words the state of a login for users: what is wrong first, then where the token is stored. */
export function describeAuth(auth: AuthState): UserMessage {
  if ('problem' in auth) return wordsOfProblem(auth);
  const { platform, source } = auth.credential;
  const words = wordsOfState(auth.connection, platform, source);
  return { ...words, message: `${words.message} The token is in ${tokenSources[source]}.` };
}

/** The answer for scripts: it has names and addresses, never the token. */
function authAnswer(auth: AuthState): Record<string, unknown> {
  if ('problem' in auth) return { state: auth.problem };
  const { platform, source } = auth.credential;
  const { connection } = auth;
  return {
    state: connection.state,
    url: platform.baseUrl,
    organization: platform.organization,
    source,
    ...(connection.state === 'connected'
      ? { login: connection.login, version: connection.version }
      : { message: wordsOfState(connection, platform).message }),
  };
}
