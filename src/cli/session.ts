import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { createHttp } from '../node/http/createHttp.ts';
import type { Http } from '../core/http.ts';
import type { Log } from '../core/log.ts';
import { redacted } from '../core/log.ts';
import type { Login } from '../node/credentials/cliState.ts';
import { findKeyring, keyring } from '../node/credentials/keyring.ts';
import { findCredential, type Credential, type CredentialProblem } from '../node/credentials/credentials.ts';
import { tokenFile, type SecretPlace } from '../node/credentials/secretPlaces.ts';
import { type ServiceHome, serviceHome } from '../node/files/serviceHome.ts';
import type { Terminal } from './terminal.ts';

/** What a command works with: the terminal, our own files, the network. */
export interface Session {
  readonly terminal: Terminal;
  readonly home: ServiceHome;
  readonly http: Http;
  readonly log: Log;
  /** The keyring's library; undefined where it was not installed or `SERVICE_KEYRING=off`. */
  readonly keyringModule: string | undefined;
  /** Folder of the bundles of the program that runs. */
  readonly bundles: string;
}

export function openSession(terminal: Terminal, bundles = programFolder()): Session {
  const { env } = terminal.host;
  return {
    terminal,
    home: serviceHome(env),
    http: createHttp(),
    log: redacted(logOf(terminal)),
    // For machines whose keyring asks a person who isn't there.
    keyringModule: env.SERVICE_KEYRING === 'off' ? undefined : findKeyring(),
    bundles,
  };
}

/** Behind the link by which a package manager puts us on the PATH. */
function programFolder(): string {
  return dirname(realpathSync(process.argv[1] ?? process.execPath));
}

/** The credential of the environment or of the login. */
export function credentialOf(
  session: Session,
  login: Login | undefined,
): Promise<Credential | CredentialProblem> {
  const { env } = session.terminal.host;
  return findCredential({ env, login, place: (kind) => placeOf(session, kind) });
}

/** Undefined: the keyring's library is not there. */
export function placeOf(
  { home, keyringModule }: Session,
  kind: SecretPlace['kind'],
): SecretPlace | undefined {
  if (kind === 'file') return tokenFile(home.token);
  return keyringModule === undefined ? undefined : keyring(keyringModule);
}

/** Only with `SERVICE_DEBUG`: the ordinary talk of a command is its own. */
function logOf(terminal: Terminal): Log {
  const write = (message: string): void => {
    if (terminal.host.env.SERVICE_DEBUG) terminal.say(message);
  };
  return { trace: write, debug: write, info: write, warn: write, error: write };
}
