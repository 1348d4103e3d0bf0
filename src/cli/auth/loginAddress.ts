import { neutralBrand } from '../../core/brand.ts';
import { listMyOrganizations } from '../../core/api/organizations.ts';
import { Failure } from '../../core/failures.ts';
import { readState } from '../../node/credentials/cliState.ts';
import { apiOf, type Platform, platformAt } from '../../node/credentials/credentials.ts';
import { variable } from '../../node/process/environment.ts';
import { invalidOptions } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import { failedRequest, wordsOfProblem } from '../words.ts';

/** The server URL and the organization of a login, as far as they are known. */
interface LoginAddress {
  readonly url: string | undefined;
  readonly organization: string | undefined;
}

/**
 * Chooses the address to log in to: the one in the options or the environment, else the one of the current or refused
 * login, else the one that the user enters. Without a terminal the fields are undefined, which stands for the cloud.
 */
export async function chooseAddress(
  { terminal, session, prompts }: Context,
  options: { readonly url?: string; readonly org?: string },
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
 * Parses an address. While the organization of a cloud address is unknown, the platform without an organization is
 * returned.
 *
 * @throws {CliError} for an address that is not valid.
 */
export function addressOf({ url, organization }: LoginAddress): Platform {
  const platform = platformAt(url, organization);
  if (!('problem' in platform)) return platform;
  if (platform.problem !== 'organizationMissing') throw invalidOptions(wordsOfProblem(platform).message);
  const anywhere = platformAt(url, '');
  if ('problem' in anywhere) throw invalidOptions(wordsOfProblem(anywhere).message);
  return anywhere;
}

/**
 * Chooses the organization when the user named none for the cloud: the only one that the token belongs to, else the one
 * that the user selects.
 *
 * @throws {CliError} when the cloud does not list the organizations, and when a choice is needed without a terminal.
 */
export async function chooseOrganization(
  { session, terminal, prompts }: Context,
  platform: Platform,
  token: string,
): Promise<string> {
  const mine = await listMyOrganizations(apiOf({ platform, token }, session)).catch((cause: unknown) => {
    throw Failure.is(cause) ? failedRequest(cause, platform.baseUrl) : cause;
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
