import { realpathSync } from 'node:fs';
import { dirname, parse } from 'node:path';
import { createHttp } from '../node/http/createHttp.ts';
import type { Http } from '../core/http.ts';
import { type Log, redacted } from '../core/log.ts';
import { type Login, readState } from '../node/credentials/cliState.ts';
import { findKeyring } from '../node/credentials/keyring.ts';
import { type FindSecretPlace, secretPlaces } from '../node/credentials/findSecretPlace.ts';
import { createNetwork, type Network } from '../node/network/network.ts';
import {
  findCredential,
  type Credential,
  type CredentialProblem,
  apiOf,
} from '../node/credentials/credentials.ts';
import { type ServiceHome, serviceHome } from '../node/files/serviceHome.ts';
import type { Terminal } from './terminal.ts';
import { Failure } from '../core/failures.ts';
import { CliError } from './exitCodes.ts';
import { failedCall, type OpenedPlatform, type ProjectScope } from './failedCall.ts';
import { wordsOfProblem } from './words.ts';
import manifest from '../../package.json' with { type: 'json' };

export interface Session {
  readonly terminal: Terminal;
  readonly home: ServiceHome;
  readonly http: Http;
  readonly network: Network;
  readonly log: Log;
  /** Path of the keyring library. Undefined when it is not installed or `SERVICE_KEYRING=off`. */
  readonly keyringModule: string | undefined;
  readonly bundles: string;
  /** The folder below which machine-wide files are written: the root of the file system, except in tests. */
  readonly systemRoot: string;
}

/** Returns what the commands of one run share. The keyring is not opened yet. */
export function openSession(
  terminal: Terminal,
  {
    // On the PATH a package manager places a link, which is resolved here.
    bundles = dirname(realpathSync(process.argv[1] ?? process.execPath)),
    systemRoot = parse(process.execPath).root,
  }: { readonly bundles?: string | undefined; readonly systemRoot?: string | undefined } = {},
): Session {
  const { env } = terminal.host;
  const home = serviceHome(env);
  // `off` is for machines whose keyring would prompt a user who is not present.
  const keyringModule = env.SERVICE_KEYRING === 'off' ? undefined : findKeyring();
  const place = secretPlaces(env, home, keyringModule);
  const network = createNetwork({ env, configFile: home.config, place });
  return {
    terminal,
    home,
    http: createHttp(network),
    network,
    log: redacted(logOf(terminal)),
    keyringModule,
    bundles,
    systemRoot,
  };
}

export function credentialOf(
  session: Session,
  login: Login | undefined,
): Promise<Credential | CredentialProblem> {
  const { env } = session.terminal.host;
  return findCredential({ env, login, place: secretPlacesOf(session) });
}

/** Returns the places of secrets, without a keyring if its library is not installed. */
export function secretPlacesOf({ home, keyringModule, terminal }: Session): FindSecretPlace {
  return secretPlaces(terminal.host.env, home, keyringModule);
}

/** Writes log messages only with `SERVICE_DEBUG`. Otherwise only the command itself writes to the terminal. */
function logOf(terminal: Terminal): Log {
  const write = (message: string): void => {
    if (terminal.host.env.SERVICE_DEBUG) terminal.say(message);
  };
  return { trace: write, debug: write, info: write, warn: write, error: write };
}

/**
 * Runs work on the platform that the environment or the login names.
 *
 * @param scope What the calls are about, to name it when the platform does not find it.
 * @throws {CliError} without a usable credential, and for a failed request, with the reason and the fix.
 */
export async function onPlatform<T>(
  session: Session,
  work: (opened: OpenedPlatform) => Promise<T>,
  scope?: ProjectScope,
): Promise<T> {
  const credential = await requireCredential(session);
  const opened = { api: apiOf(credential, session), platform: credential.platform };
  try {
    return await work(opened);
  } catch (error) {
    throw Failure.is(error) ? await failedCall(opened, error, scope) : error;
  }
}

/** @throws {CliError} without a usable credential. */
export async function requireCredential(session: Session): Promise<Credential> {
  const { login } = (await readState(session.home.state)).state;
  const credential = await credentialOf(session, login);
  if (!('problem' in credential)) return credential;
  const { message, fix } = wordsOfProblem(credential);
  throw new CliError(message, { fix });
}

export const version: string = manifest.version;
