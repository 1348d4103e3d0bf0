import { type Brand, neutralBrand, securityPagePath } from '../core/brand.ts';
import type { ConnectionState } from '../core/connections/check.ts';
import type { Failure, FailureCode } from '../core/failures.ts';
import type { CredentialProblem, Platform } from '../node/credentials/credentials.ts';

/** A message for the user, and the fix if there is one. */
export interface Words {
  readonly message: string;
  readonly fix?: string;
}

const { environment }: Brand = neutralBrand;

export function wordsOfProblem(problem: CredentialProblem): Words {
  switch (problem.problem) {
    case 'notLoggedIn':
      return {
        message: 'Not logged in.',
        fix: `Run: service-cli auth login, for a server with --url ADDRESS (or set ${environment.token} and ${environment.url})`,
      };
    case 'platformMissing':
      return {
        message: `${environment.token} is set, but not for which platform.`,
        fix: `Set ${environment.url} (a server) or ${environment.organization} (the cloud).`,
      };
    case 'urlInvalid':
      return { message: 'The address of the platform is not an http or https address without credentials.' };
    case 'organizationMissing':
      return {
        message: 'The cloud needs an organization.',
        fix: `Set ${environment.organization} or pass --org KEY.`,
      };
    case 'tokenMissing':
      return {
        message: `Logged in, but the ${problem.storedIn === 'keyring' ? 'keyring' : 'token file'} holds no token.`,
        fix: logInAgain,
      };
  }
}

const logInAgain = 'Run: service-cli auth login';

const kinds = {
  project: 'a project token',
  global: 'a global analysis token',
  organization: 'an organization token',
};

export function wordsOfState(state: ConnectionState, { baseUrl }: Pick<Platform, 'baseUrl'>): Words {
  switch (state.state) {
    case 'connected':
      return { message: connectedText(state, baseUrl) };
    case 'tokenMissing':
      return { message: 'There is no token.', fix: logInAgain };
    case 'tokenRefused':
      return { message: `${baseUrl} refuses the token.`, fix: logInAgain };
    case 'wrongTokenKind':
      return {
        message: `This is ${state.kind ? kinds[state.kind] : 'an analysis token'}; only user tokens work.`,
        fix: `Make a user token on ${baseUrl}${securityPagePath}`,
      };
    case 'starting':
      return { message: `${baseUrl} is not up yet (${state.status}).`, fix: 'Try again in a minute.' };
    case 'versionTooOld':
      return { message: `${baseUrl} has version ${state.version}; the oldest supported one is 9.9.` };
    case 'organizationNotFound':
      return { message: `The token sees no organization "${state.organizationKey}".` };
    case 'unreachable':
      return wordsOfFailure(state.failure, baseUrl);
  }
}

function connectedText(
  { login, version }: Extract<ConnectionState, { state: 'connected' }>,
  baseUrl: string,
): string {
  const person = login === undefined ? '' : ` as ${login}`;
  return `Connected to ${baseUrl}${person}${version === undefined ? '' : `, version ${version}`}.`;
}

const failures: Partial<Record<FailureCode, string>> = {
  unreachable: 'cannot be reached',
  timeout: 'does not answer in time',
  certificate: 'has a certificate that is not trusted',
  clientCertificate: 'asks for a client certificate, and there is none to present',
  redirected: 'answers with a redirect; use the address it leads to',
  tooLarge: 'answers more than can be true',
  malformed: 'does not answer like the platform; is a proxy in between?',
  unauthorized: 'refuses the token',
  forbidden: 'does not let this token do that',
  notFound: 'does not know what was asked for',
  rateLimited: 'asks to slow down; try again in a minute',
  unavailable: 'is not available at the moment; try again in a minute',
  serverError: 'failed to answer',
};

/**
 * Returns the message for a failed request to a platform or a failed file operation. The message of the latter is
 * complete without an address.
 */
export function wordsOfFailure(failure: Failure, baseUrl: string | undefined): Words {
  const words = failures[failure.code];
  return { message: words === undefined || baseUrl === undefined ? failure.message : `${baseUrl} ${words}.` };
}
