import { type CloudHosts, type CloudRegion, neutralBrand } from '../../core/brand.ts';
import { Api, type AuthScheme } from '../../core/api/client.ts';
import type { Target } from '../../core/connections/connection.ts';
import { likelyAddress } from '../../core/connections/serverAddress.ts';
import type { Http } from '../../core/http.ts';
import type { Log } from '../../core/log.ts';
import type { Login } from './cliState.ts';
import { variable } from '../environment.ts';
import type { FindSecretPlace } from './findSecretPlace.ts';
import type { SecretPlace } from './secretPlaces.ts';

export interface Platform {
  readonly target: Target;
  /** Base address of pages and Web API, without trailing slash. */
  readonly baseUrl: string;
  /** Base address of the cloud's newer API. A server and the embedded platform serve it at their own address. */
  readonly apiUrl: string;
  readonly organization: string | undefined;
  readonly scheme: AuthScheme;
}

/** A platform with its token. `source` names the place that holds the token. */
export interface Credential {
  readonly platform: Platform;
  readonly token: string;
  readonly source: 'environment' | SecretPlace['kind'];
}

/** The reason why a credential is missing. The shells have a text and a fix for each. */
export type CredentialProblem =
  | { readonly problem: 'notLoggedIn' }
  /** The environment has a token, but no platform is set. */
  | { readonly problem: 'platformMissing' }
  | { readonly problem: 'urlInvalid' }
  /** The environment names another platform than the login, without a token. `named` is undefined if only the token is empty. */
  | { readonly problem: 'loginElsewhere'; readonly named: string | undefined; readonly login: string }
  /** A cloud address without an organization. */
  | { readonly problem: 'organizationMissing' }
  /** The user is logged in, but the place that should hold the token is empty. */
  | { readonly problem: 'tokenMissing'; readonly storedIn: SecretPlace['kind'] };

/**
 * Returns the platform at `url`, by default the cloud's EU region, or the problem with the address. An organization at
 * any other address means a private cloud, such as the embedded platform in cloud mode.
 */
export function platformAt(
  url: string | undefined,
  organization: string | undefined,
): Platform | CredentialProblem {
  const base = likelyAddress(url ?? neutralBrand.cloud.EU.web);
  if (base === undefined) return { problem: 'urlInvalid' };
  const regions = Object.entries(neutralBrand.cloud) as [CloudRegion, CloudHosts][];
  const region = regions.find(([, { web, api }]) => base === web || base === api);
  if (!region && organization === undefined)
    return {
      target: { kind: 'server', serverUrl: base },
      baseUrl: base,
      apiUrl: base,
      organization,
      scheme: 'basic',
    };
  if (organization === undefined) return { problem: 'organizationMissing' };
  const [name, hosts] = region ?? ['EU' as const, { web: base, api: base }];
  return {
    target: { kind: 'cloud', organizationKey: organization, region: name },
    baseUrl: hosts.web,
    apiUrl: hosts.api,
    organization,
    scheme: 'bearer',
  };
}

interface CredentialSources {
  readonly env: NodeJS.ProcessEnv;
  readonly login: Login | undefined;
  /** Called only when the login says that this place holds the token. */
  readonly place: FindSecretPlace;
}

/**
 * Returns the platform of the credential, or the reason why it is unknown, without opening the place that holds the
 * token. The environment has priority over the login.
 */
export function platformOf({
  env,
  login,
}: Pick<CredentialSources, 'env' | 'login'>): Platform | CredentialProblem {
  const names = neutralBrand.environment;
  const url = variable(env, names.url);
  const organization = variable(env, names.organization);
  if (variable(env, names.token) === undefined) {
    if (!login) return { problem: 'notLoggedIn' };
    const known = platformAt(login.url, login.organization);
    const isNamed = url !== undefined || organization !== undefined;
    if ('problem' in known || !(isNamed || env[names.token] === '')) return known;
    if (isNamed && isSamePlatform(known, platformAt(url, organization ?? known.organization))) return known;
    return { problem: 'loginElsewhere', named: namedPlatform(url, organization), login: known.baseUrl };
  }
  if (url === undefined && organization === undefined) return { problem: 'platformMissing' };
  return platformAt(url, organization);
}

function isSamePlatform(login: Platform, named: Platform | CredentialProblem): boolean {
  return (
    !('problem' in named) &&
    originOfPlatform(named) === originOfPlatform(login) &&
    named.organization === login.organization
  );
}

/** Returns how a message names the platform of the variables. An address that cannot be parsed may hold a password. */
function namedPlatform(url: string | undefined, organization: string | undefined): string | undefined {
  if (url === undefined) return organization === undefined ? undefined : `the organization ${organization}`;
  return likelyAddress(url) ?? 'an address that cannot be used';
}

/**
 * Finds the token and its platform, or returns the reason why one is missing. The environment has priority, so that a
 * build does not depend on the user who is logged in.
 *
 * @throws {Failure} `storage`, `malformed` or `wrongOrigin`, from the place that holds the token.
 */
export async function findCredential({
  env,
  login,
  place,
}: CredentialSources): Promise<Credential | CredentialProblem> {
  const platform = platformOf({ env, login });
  if ('problem' in platform) return platform;
  const token = variable(env, neutralBrand.environment.token);
  if (token !== undefined) return { platform, token, source: 'environment' };
  if (!login) return { problem: 'notLoggedIn' };
  const stored = await place(login.storedIn)?.get(originOfPlatform(platform));
  return stored === undefined
    ? { problem: 'tokenMissing', storedIn: login.storedIn }
    : { platform, token: stored, source: login.storedIn };
}

/** Returns the only origin to which the platform's token may be sent. The cloud's API host belongs to it. */
export function originOfPlatform({ baseUrl }: Platform): string {
  return new URL(baseUrl).origin;
}

/** Returns the Web API with a credential. `newer` selects the cloud's second API host. */
export function apiOf(
  { platform, token }: Pick<Credential, 'platform' | 'token'>,
  { http, log, newer = false }: { http: Http; log: Log; newer?: boolean },
): Api {
  const baseUrl = newer ? platform.apiUrl : platform.baseUrl;
  return new Api({ http, log, baseUrl, token, scheme: platform.scheme, userAgent: neutralBrand.userAgent });
}
