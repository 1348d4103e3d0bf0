import { text } from 'node:stream/consumers';
import { Api } from '../../core/api/client.ts';
import { listMyOrganizations } from '../../core/api/organizations.ts';
import { neutralBrand, securityPagePath } from '../../core/brand.ts';
import { checkConnection } from '../../core/connections/check.ts';
import { candidateAddresses, findServer } from '../../core/connections/serverAddress.ts';
import { parseServerUrl } from '../../core/connections/serverUrl.ts';
import { messageOf, Failure } from '../../core/failures.ts';
import { isCleartext } from '../../core/reach.ts';
import { type Login, readState, updateState, withoutLogin } from '../../node/credentials/cliState.ts';
import { apiOf, originOfPlatform, type Platform, platformAt } from '../../node/credentials/credentials.ts';
import { passphraseVariable } from '../../node/credentials/encryptedFile.ts';
import { type SecretPlace, tokenFile } from '../../node/credentials/secretPlaces.ts';
import { variable } from '../../node/environment.ts';
import { listenForToken } from '../../node/http/tokenFromPage.ts';
import { openBrowser, reasonWithoutBrowser } from '../../node/process/openBrowser.ts';
import { CliError, type ExitCode, exitCodes, invalidOptions } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import { secretPlacesOf } from '../session.ts';
import { secretPlaceNames, wordsOfFailure, wordsOfState, wordsOfProblem } from '../words.ts';
import { chooseSecretPlace } from './chooseSecretPlace.ts';

interface LoginOptions {
  readonly url?: string;
  readonly org?: string;
  readonly withToken?: boolean;
  readonly insecureStorage?: boolean;
}

export async function authLogin(context: Context, options: LoginOptions): Promise<ExitCode> {
  const { terminal } = context;
  const { person, ...login } = await logIn(context, options);
  terminal.answer({ state: 'connected', ...login, login: person }, () => wordsOfLogin(login.url, person));
  const { token } = neutralBrand.environment;
  if (variable(terminal.host.env, token) !== undefined)
    terminal.warn(`${token} is set and takes precedence. Unset it to use this login.`);
  return exitCodes.fine;
}

/** @param person Name of the account; undefined when the platform did not tell it. */
export function wordsOfLogin(url: string, person: string | undefined): string {
  return [`Logged in to ${url}`, person && `as ${person}`].filter(Boolean).join(' ');
}

/**
 * Gets a token, checks it, stores it and writes the login marker that the hooks look for. Returns the marker and the
 * login name of the token's owner.
 *
 * @throws {CliError} for invalid options, a token that the platform refuses, and a store that does not return the token.
 */
export async function logIn(
  context: Context,
  options: LoginOptions,
): Promise<Login & { readonly person: string | undefined }> {
  const { session } = context;
  if (options.org === '' || options.url === '') throw invalidOptions('--url and --org must not be empty');
  const named = await askedAddress(context, await chooseAddress(context, options));
  const { token, platform, organization, person } = await acceptedToken(context, options, named);

  const place = await placeForToken(context, options.insecureStorage === true);
  const origin = originOfPlatform(platform);
  await place.set({ token, origin });
  const kept = await place.get(origin).catch((error: unknown) => messageOf(error));
  if (kept !== token)
    throw new CliError(
      `The ${secretPlaceNames[place.kind]} did not return the token after storing it, so the token was not kept.`,
    );
  const login: Login = {
    url: platform.baseUrl,
    ...(organization !== undefined && { organization }),
    storedIn: place.kind,
    at: new Date().toISOString(),
  };
  await forgetElsewhere(context, place.kind);
  await updateState(session.home.state, (current) => ({ ...withoutLogin(current), login }));
  return { ...login, person };
}

class UnusableToken extends CliError {}

const tokenAttempts = 3;

/**
 * Gets a token and checks it. At a terminal, the user may enter another token if this one cannot be used.
 *
 * @throws {CliError} without a terminal, after three tokens, and for any other problem.
 */
async function acceptedToken(context: Context, { withToken }: LoginOptions, named: LoginAddress) {
  const { terminal } = context;
  const base = addressOf(named);
  if (isCleartext(base.baseUrl))
    terminal.warn(
      `${base.baseUrl} uses http: others on the network can read the token. Use https if you can.`,
    );
  for (let attempt = 1; ; attempt++) {
    const token = withToken === true ? await tokenFromInput(context) : await tokenFromUser(context, base);
    try {
      return await checkToken(context, named, token);
    } catch (error) {
      const mayRetry = terminal.isInteractive && attempt < tokenAttempts;
      if (!(error instanceof UnusableToken) || !mayRetry) throw error;
      terminal.warn(`${error.message} Try again.`);
    }
  }
}

/** @throws {UnusableToken} for a token that the platform does not accept; {CliError} for any other problem. */
async function checkToken(context: Context, named: LoginAddress, token: string) {
  if (!isToken(token)) throw new UnusableToken('The entered text is not a token.');
  const { terminal, session } = context;
  const base = addressOf(named);
  const organization =
    base.target.kind === 'cloud'
      ? (named.organization ?? (await chooseOrganization(context, base, token)))
      : undefined;
  const platform = addressOf({ ...named, organization });
  const api = apiOf({ platform, token }, session);
  const state = await terminal.during('Checking the token', checkConnection(platform.target, token, api));
  if (state.state === 'connected') return { token, platform, organization, person: state.login };
  const { message, fix } = wordsOfState(state, platform);
  const isUnusable = state.state === 'tokenRefused' || state.state === 'wrongTokenKind';
  throw isUnusable ? new UnusableToken(message, { fix }) : new CliError(message, { fix });
}

/** Deletes an earlier token from the other places, because `auth logout` would never delete a second copy. */
async function forgetElsewhere({ session, terminal }: Context, kept: SecretPlace['kind']): Promise<void> {
  const placeOf = secretPlacesOf(session);
  for (const kind of ['file', 'encryptedFile'] as const) if (kind !== kept) await placeOf(kind)?.delete();
  const { login } = (await readState(session.home.state)).state;
  if (kept === 'keyring' || login?.storedIn !== 'keyring') return;
  // A token that the keyring cannot delete must not make the login fail.
  await placeOf('keyring')
    ?.delete()
    .catch((error: unknown) => terminal.warn(`An earlier token remains in the keyring: ${messageOf(error)}`));
}

/**
 * Chooses the keyring or the encrypted file, else a plain-text file, to which the user has to agree.
 *
 * @param agreedBefore Whether the user passed `--insecure-storage`.
 * @throws {CliError} when only a plain-text file is possible and the user does not agree to it.
 */
async function placeForToken(context: Context, agreedBefore: boolean): Promise<SecretPlace> {
  const safe = await chooseSecretPlace(context);
  if (safe) return safe;
  const { session, terminal, prompts } = context;
  const { token } = session.home;
  const question = `Keep the token as plain text in ${token}, which only you can read?`;
  if (!agreedBefore && !(terminal.isInteractive && (await prompts.confirm(question, false))))
    throw new CliError('The token was not kept. Nothing was changed.', {
      fix: `Set ${passphraseVariable} to a passphrase to keep it in an encrypted file, set SERVICE_TOKEN instead of logging in, or pass --insecure-storage to keep it in a plain-text file.`,
    });
  terminal.warn(`The token is kept as plain text in ${token}, which only you can read.`);
  return tokenFile(token);
}

interface LoginAddress {
  readonly url: string | undefined;
  readonly organization: string | undefined;
}

/**
 * Chooses the address to log in to: the one in the options or the environment, else the one of the current or refused
 * login, else the one that the user enters. Without a terminal the fields are undefined, which stands for the cloud.
 */
async function chooseAddress(
  { terminal, session, prompts }: Context,
  options: LoginOptions,
): Promise<LoginAddress> {
  const { env } = terminal.host;
  const { environment } = neutralBrand;
  const url = options.url ?? variable(env, environment.url);
  const organization = options.org ?? variable(env, environment.organization);
  if (url !== undefined || organization !== undefined) return { url, organization };
  const { login, refused } = (await readState(session.home.state)).state;
  const known = login ?? refused;
  if (known) return { url: known.url, organization: known.organization };
  if (!terminal.isInteractive) return { url, organization };
  const kind = await prompts.select('Select where to log in', [
    { value: 'cloud', name: `The cloud (${neutralBrand.cloud.EU.web})` },
    { value: 'server', name: 'A server' },
  ]);
  return { url: kind === 'server' ? await prompts.input('Address of the server') : undefined, organization };
}

/**
 * Asks the servers that an address may mean, as the editor does: it may lack its scheme, or be that of one of the
 * platform's pages. No token is sent. The cloud is not asked, nor is an address that can mean only one server.
 */
async function askedAddress({ session, terminal }: Context, named: LoginAddress): Promise<LoginAddress> {
  const { url, organization } = named;
  const [likely] = url === undefined ? [] : candidateAddresses(url);
  if (url === undefined || likely === undefined || likely === parseServerUrl(url)) return named;
  const platform = platformAt(likely, organization);
  if ('problem' in platform || platform.target.kind === 'cloud') return { url: likely, organization };
  const { http, log } = session;
  const probe = (serverUrl: string) => {
    const api = new Api({ http, log, baseUrl: serverUrl, userAgent: neutralBrand.userAgent });
    return checkConnection({ kind: 'server', serverUrl }, undefined, api);
  };
  const found = await terminal.during(`Looking for the platform at ${likely}`, findServer(url, probe));
  return { url: found?.serverUrl ?? likely, organization };
}

/** Parses an address. One of the cloud may lack its organization. @throws {CliError} for one that is not valid */
function addressOf({ url, organization }: LoginAddress): Platform {
  const platform = platformAt(url, organization);
  if (!('problem' in platform)) return platform;
  if (platform.problem !== 'organizationMissing') throw invalidOptions(wordsOfProblem(platform).message);
  const anywhere = platformAt(url, '');
  if ('problem' in anywhere) throw invalidOptions(wordsOfProblem(anywhere).message);
  return anywhere;
}

/**
 * Returns the only organization that the token belongs to, else the one that the user selects.
 *
 * @throws {CliError} when the cloud does not list the organizations, and when a choice is needed without a terminal.
 */
async function chooseOrganization(
  { session, terminal, prompts }: Context,
  platform: Platform,
  token: string,
): Promise<string> {
  const mine = await listMyOrganizations(apiOf({ platform, token }, session)).catch((cause: unknown) => {
    if (!Failure.is(cause)) throw cause;
    const { message, fix } = wordsOfFailure(cause, platform.baseUrl);
    const isRefused = cause.code === 'unauthorized';
    throw new (isRefused ? UnusableToken : CliError)(message, { fix, cause });
  });
  const [first] = mine;
  if (first && mine.length === 1) return first.key;
  if (!terminal.isInteractive) throw invalidOptions('the cloud needs --org KEY');
  if (!first) return prompts.input('Organization key');
  return prompts.select(
    'Organization',
    mine.map(({ key, name }) => ({ value: key, name: `${name} (${key})` })),
  );
}

/** @throws {CliError} for standard input that contains no token. */
async function tokenFromInput({ terminal, prompts }: Context): Promise<string> {
  const { stdin } = terminal.host;
  if (stdin.isTTY === true) return (await prompts.secret('User token')).trim();
  const token = (await text(stdin)).trim();
  if (!isToken(token)) throw invalidOptions('standard input contains no token');
  return token;
}

/** The pattern also keeps the program from sending a whole file, or the error message of a shell, to a server. */
const isToken = (text: string): boolean => /^[\w.~+/=-]{1,512}$/.test(text);

const loginMs = 5 * 60_000;

/** Gets a user token: by a browser, else pasted. @throws {CliError} after five minutes, and if neither is possible */
async function tokenFromUser(context: Context, platform: Platform): Promise<string> {
  const reason = reasonWithoutBrowser(context.terminal.host.env);
  return reason === undefined ? tokenFromBrowser(context, platform) : pastedToken(context, platform, reason);
}

async function pastedToken(
  { terminal, prompts }: Context,
  { baseUrl }: Platform,
  reason: string,
): Promise<string> {
  const page = `${baseUrl}${securityPagePath}`;
  if (!terminal.isInteractive)
    throw new CliError(
      `No browser can be opened (${reason}), and there is no terminal to paste a token into.`,
      {
        fix: `Create a user token on ${page} and pipe it in: service-cli auth login --with-token. Or set SERVICE_TOKEN.`,
      },
    );
  terminal.say(`No browser can be opened, because ${reason}.`);
  terminal.say(`  1. Open ${page} in a browser on any machine.`);
  terminal.say('  2. Generate a token of the type "User Token" and copy it.');
  terminal.say('  3. Paste it here. It is not shown.');
  const token = await prompts.secret('User token', AbortSignal.timeout(loginMs)).catch((cause: unknown) => {
    // The prompt rejects with this error when the signal aborts.
    if (!(cause instanceof Error) || cause.name !== 'AbortPromptError') throw cause;
    throw new CliError('No token was entered within five minutes.', { cause });
  });
  return token.trim();
}

/**
 * Gets a user token through the platform's login page, which sends the token back over loopback. On a terminal the
 * function also opens the browser and accepts a pasted token, because the browser may run on another machine. Without a
 * terminal it prints the address of the page and waits for the token from there.
 *
 * @throws {CliError} when no token arrives within five minutes.
 */
async function tokenFromBrowser({ terminal, prompts }: Context, { baseUrl }: Platform): Promise<string> {
  const callback = await listenForToken({ baseUrl, clientName: 'Service CLI' });
  const settled = new AbortController();
  const late = AbortSignal.timeout(loginMs);
  try {
    terminal.say('Open this page and allow access:');
    terminal.say(`  ${callback.pageUrl}`);
    const answers = [callback.token.then(({ token }) => token), expiry(late)];
    if (terminal.isInteractive) {
      openBrowser(callback.pageUrl);
      const signal = AbortSignal.any([settled.signal, late]);
      // The prompt rejects when the token from the browser wins the race and the signal cancels the prompt.
      answers.push(prompts.secret('… or paste a user token here', signal));
    }
    return (await Promise.race(answers)).trim();
  } finally {
    settled.abort();
    callback.stop();
  }
}

function expiry(late: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    late.addEventListener('abort', () => reject(new CliError('Access was not allowed within five minutes.'))),
  );
}
