import { text } from 'node:stream/consumers';
import { neutralBrand } from '../../core/brand.ts';
import { checkConnection } from '../../core/connections/check.ts';
import { listMyOrganizations } from '../../core/api/organizations.ts';
import { messageOf } from '../../core/failures.ts';
import { updateState } from '../../node/cliState.ts';
import { apiOf, originOfPlatform, type Platform, platformAt } from '../../node/credentials.ts';
import { CliError, type ExitCode, exitCodes, invalidOptions } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import { wordsOfProblem, wordsOfState } from '../words.ts';
import { tokenFromBrowser } from './browserLogin.ts';
import { chooseSecretPlace } from './secretPlaceChoice.ts';

export interface LoginOptions {
  readonly url?: string;
  readonly org?: string;
  readonly withToken?: boolean;
  readonly insecureStorage?: boolean;
}

/** Gets a token, proves it, keeps it and leaves the marker that the hooks look for; nothing is kept of a bad one. */
export async function logIn(context: Context, options: LoginOptions): Promise<ExitCode> {
  const { terminal, session } = context;
  const { environment } = neutralBrand;
  const url = options.url ?? terminal.host.env[environment.url];
  let organization = options.org ?? terminal.host.env[environment.organization];
  if (options.org === '' || options.url === '') throw invalidOptions('--url and --org must not be empty');

  const base = addressOf(url, organization);
  const token =
    options.withToken === true ? await tokenFromInput(context) : await tokenFromBrowser(context, base);
  if (base.target.kind === 'cloud' && organization === undefined)
    organization = await chooseOrganization(context, base, token);
  const platform = addressOf(url, organization);

  const api = apiOf({ platform, token }, session);
  const state = await terminal.during('Checking the token', checkConnection(platform.target, token, api));
  if (state.state !== 'connected') {
    const { message, remedy } = wordsOfState(state, platform);
    throw new CliError(message, remedy === undefined ? {} : { remedy });
  }

  const place = await chooseSecretPlace(context, options.insecureStorage === true);
  const origin = originOfPlatform(platform);
  await place.set({ token, origin });
  const kept = await place.get(origin).catch((error: unknown) => messageOf(error));
  if (kept !== token)
    throw new CliError(`The ${place.kind} does not give the token back; you are not logged in.`);
  const at = new Date().toISOString();
  const login = {
    url: platform.baseUrl,
    ...(organization !== undefined && { organization }),
    storedIn: place.kind,
    at,
  };
  await updateState(session.home.state, (current) => ({ ...current, login }));

  terminal.answer({ state: 'connected', ...login, login: state.login }, () =>
    [`Logged in to ${platform.baseUrl}`, state.login && `as ${state.login}`].filter(Boolean).join(' '),
  );
  if (terminal.host.env[environment.token])
    terminal.warn(`${environment.token} is set and goes first; unset it to use this login.`);
  return exitCodes.fine;
}

/** Before the organization is known, the cloud's address is what counts. */
function addressOf(url: string | undefined, organization: string | undefined): Platform {
  const platform = platformAt(url, organization);
  if (!('problem' in platform)) return platform;
  if (platform.problem !== 'organizationMissing') throw invalidOptions(wordsOfProblem(platform).message);
  const anywhere = platformAt(url, '');
  if ('problem' in anywhere) throw invalidOptions(wordsOfProblem(anywhere).message);
  return anywhere;
}

async function tokenFromInput({ terminal, prompts }: Context): Promise<string> {
  const { stdin } = terminal.host;
  const token = (stdin.isTTY === true ? await prompts.secret('User token') : await text(stdin)).trim();
  // Also keeps a whole file, or a shell's error message, from being sent somewhere.
  if (!/^[\w.~+/=-]{1,512}$/.test(token)) throw invalidOptions('standard input holds no token');
  return token;
}

async function chooseOrganization(
  { session, terminal, prompts }: Context,
  platform: Platform,
  token: string,
): Promise<string> {
  const mine = await listMyOrganizations(apiOf({ platform, token }, session));
  const [first] = mine;
  if (first && mine.length === 1) return first.key;
  if (!terminal.isInteractive) throw invalidOptions('the cloud needs --org KEY');
  if (!first) return prompts.input('Organization key');
  return prompts.select(
    'Organization',
    mine.map(({ key, name }) => ({ value: key, name: `${name} (${key})` })),
  );
}
