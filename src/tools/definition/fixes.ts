import { securityPagePath } from '../../core/brand.ts';
import type { UnreadyState } from '../../core/connections/check.ts';
import { oldestServerVersion } from '../../core/connections/serverVersion.ts';
import type { TokenKind } from '../../core/connections/token.ts';
import type { Failure } from '../../core/failures.ts';

export interface PlatformAddress {
  readonly url: string;
  readonly kind: 'server' | 'cloud';
}

/** The way in which the client sends its token. A fix names it, so that the client knows what to change. */
export type TokenSource = 'variable' | 'header';

const tokenName: Readonly<Record<TokenSource, string>> = {
  variable: 'SERVICE_TOKEN',
  header: 'the Authorization: Bearer header',
};

const kindNames: Readonly<Record<Exclude<TokenKind, 'user'>, string>> = {
  project: 'a project analysis token',
  global: 'a global analysis token',
  organization: 'a scoped organization token',
};

function whereToCreateToken({ url }: PlatformAddress): string {
  return `Create a user token at ${url}${securityPagePath}`;
}

export const fixes = {
  noPlatform:
    'No platform is configured. Set SERVICE_URL to the address of your server, or SERVICE_ORG to your organization in the cloud (for the US region, also set SERVICE_URL), and restart the tool server. Or log in: service-cli auth login.',
  noToken: (address: PlatformAddress, source: TokenSource): string =>
    `No token. ${whereToCreateToken(address)} and pass it in ${tokenName[source]}${source === 'variable' ? '. Then restart the tool server. Or log in: service-cli auth login' : ''}.`,
  loginElsewhere: (login: PlatformAddress): string =>
    `The login of service-cli is for ${login.url}. Its token is not sent to another address.`,
  loginIncomplete:
    'The login of service-cli has no token. Log in again: service-cli auth login. Or set SERVICE_TOKEN and restart the tool server.',
  loginUnusable: (detail: string): string =>
    `The login of service-cli cannot be used (${detail}). Log in again: service-cli auth login. Or set SERVICE_TOKEN and restart the tool server.`,
  loginAgain: 'The token comes from service-cli. Log in again: service-cli auth login.',
  tokenRefused: (address: PlatformAddress): string =>
    `The platform at ${address.url} refused the token: it is unknown, expired or revoked, or belongs to another platform. ${whereToCreateToken(address)}.`,
  wrongTokenKind: (address: PlatformAddress, kind: Exclude<TokenKind, 'user'> | undefined): string =>
    `The token is ${kind === undefined ? 'an analysis token' : kindNames[kind]}, which most tools do not accept. Use a user token. ${whereToCreateToken(address)}.`,
  noOrganization: (organizations: readonly { readonly key: string; readonly name: string }[]): string =>
    organizations.length === 0
      ? 'The cloud requires an organization, and the user of this token is not a member of any. Set SERVICE_ORG to the key of an organization that the user can see.'
      : `The cloud requires an organization. Set SERVICE_ORG to one of: ${organizations.map(({ key, name }) => `${key} (${name})`).join(', ')}.`,
  organizationNotFound: (key: string): string =>
    `Organization "${key}" was not found, or the user of this token has no permission to see it. Check SERVICE_ORG; keys are case-sensitive.`,
  unready: ({ url }: PlatformAddress, unready: UnreadyState): string =>
    unready.state === 'starting'
      ? `The platform at ${url} is not ready yet (${unready.status}). Try again in a minute.`
      : `The platform at ${url} has version ${unready.version}. This tool server requires ${oldestServerVersion} or later.`,
  wrongKindOfPlatform: (tool: string, only: PlatformAddress['kind']): string =>
    only === 'server'
      ? `${tool} works only on a server, not in the cloud.`
      : `${tool} works only in the cloud.`,
  bug: (tool: string): string =>
    `${tool} failed because of a bug in the tool server, not because of the arguments. See its log on standard error.`,
  moreRows:
    'More results: call again with the same arguments and cursor set to nextCursor, or narrow the search.',
  moreLines: (line: number): string => `More results: call again with fromLine ${line}.`,
  unconfirmed: (question: string): string =>
    `Not done: this needs the consent of the user. ${question} If the user agrees, call again with the same arguments and confirm: true.`,
  declined: 'The user declined. Nothing was changed.',
  bothBranches: 'Pass either branch or pullRequest, not both.',
} as const;

const adviceForProjects =
  'Keys are case-sensitive; search_my_service_projects lists the projects, list_branches their branches.';

/** Advice by the words with which the platform rejects a key: each names the tool that lists the valid keys. */
const advices: readonly (readonly [words: RegExp, advice: string])[] = [
  [
    /Rule not found|Invalid rule key/,
    'A rule key is <repository>:<rule>, as in the field rule of search_service_issues_in_projects.',
  ],
  [/metric(?: key)?s? .*not found/i, 'search_metrics lists the metrics.'],
  [/Issue with key/, 'search_service_issues_in_projects lists issues with their keys.'],
  [/Hotspot '/, 'search_security_hotspots lists hotspots with their keys.'],
  [/quality gate/i, 'list_quality_gates lists the gates.'],
  [/No webhook with key/, 'list_webhooks lists webhooks with their keys.'],
  [/Webhook delivery/, 'list_webhook_deliveries lists deliveries with their IDs.'],
  [/Branch '|on branch '/, 'list_branches lists the branches of a project.'],
  [/[Pp]ull request '/, 'list_pull_requests lists the pull requests of a project.'],
];

function adviceFor(detail: string): string | undefined {
  return advices.find(([words]) => words.test(detail))?.[1];
}

/** Returns what the agent can do about a failed request. The platform's own words are kept. */
export function fixOf(failure: Failure, address: PlatformAddress): string {
  const { url } = address;
  const detail = failure.message;
  switch (failure.code) {
    case 'unauthorized':
      return fixes.tokenRefused(address);
    case 'forbidden':
      return `Not allowed: the user of this token does not have the required permission (${detail}). An administrator can grant it. An analysis token is refused in the same way. ${whereToCreateToken(address)}.`;
    case 'notFound':
      // An answer without words of the platform, for example the page of a proxy.
      if (failure.words === undefined) return notTheWebApi(address, detail);
      return detail.includes('Unknown url')
        ? `The platform at ${url} does not support this function in its edition or version (${detail}).`
        : `Not found (${detail}). ${adviceFor(detail) ?? adviceForProjects}`;
    case 'removed':
      return `The platform at ${url} has removed a function that this tool uses (${detail}). Update service-cli: npm install --global service-cli`;
    case 'badRequest':
      return `The platform rejected the request (${detail}). ${adviceFor(detail) ?? 'Correct the arguments.'}`;
    case 'rateLimited':
      return `The platform at ${url} limits the rate of calls. Wait ${waitOf(failure, 60)} before the next call.`;
    case 'unavailable':
      return `The platform at ${url} is temporarily unavailable: starting, indexing or overloaded (${detail}). Try again in ${waitOf(failure, 30)}.`;
    case 'serverError':
      return `The platform at ${url} reported an internal error (${detail}). Try again. If it fails again, an administrator can find the cause in its logs.`;
    case 'redirected':
      return `The platform at ${url} redirects to another address, and the token is not sent there (${detail}). Set SERVICE_URL to the final address.`;
    case 'malformed':
      return notTheWebApi(address, detail);
    case 'tooLarge':
      return `The response is too large (${detail}). Request less: fewer metrics, one file or a smaller page.`;
    case 'timeout':
      return `The platform at ${url} did not respond in time (${detail}). Try again. If it happens again, request less.`;
    case 'unreachable':
      return `The platform at ${url} could not be reached (${detail}). Check SERVICE_URL, the network, the VPN and HTTPS_PROXY.`;
    case 'unknownHost':
      return `The name of the platform at ${url} could not be resolved (${detail}). Check SERVICE_URL and the VPN. Where a proxy resolves names, set HTTPS_PROXY.`;
    case 'proxy':
      return `${detail}. Correct the variable or setting; service-cli doctor shows each step of the connection.`;
    case 'proxyCredentials':
      return `${detail}. Put the user into the address of the proxy and the password into SERVICE_PROXY_PASSWORD, or run: service-cli config set proxy-password. Then restart the tool server.`;
    case 'networkSettings':
      return `${detail}. Then restart the tool server.`;
    case 'certificate':
      return `The certificate of ${url} is not trusted (${detail}). If it is issued by your company, set SERVICE_CA_FILE to the file of its certificate authority and restart the tool server. If it has expired, its administrator must renew it.`;
    case 'clientCertificate':
      return `${url} requires a client certificate or refused the one that was presented (${detail}). Set SERVICE_CLIENT_CERTIFICATE to its file and restart the tool server.`;
    case 'cancelled':
      return 'Cancelled.';
    case 'wrongOrigin':
    case 'storage':
    case 'readOnly':
    case 'link':
    case 'newerFormat':
    case 'busy':
    case 'duplicate':
      return `Failed: ${detail}.`;
  }
}

function notTheWebApi({ url }: PlatformAddress, detail: string): string {
  return `The response from ${url} does not come from the Web API of the platform, but from a proxy, a login page or a wrong address (${detail}). Check SERVICE_URL, including a context path.`;
}

function waitOf({ retryAfterMs }: Failure, fallbackSeconds: number): string {
  return `${Math.ceil((retryAfterMs ?? fallbackSeconds * 1000) / 1000)} seconds`;
}

/** A problem that the agent or its user can solve. Its message says what is wrong and what to do, without a secret. */
export class Problem extends Error {
  override readonly name = 'Problem';
}
