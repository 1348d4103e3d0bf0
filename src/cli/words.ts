import { type Brand, neutralBrand, securityPagePath } from '../core/brand.ts';
import type { ConnectionState } from '../core/connections/check.ts';
import type { Failure, FailureCode } from '../core/failures.ts';
import type { Credential, CredentialProblem, Platform } from '../node/credentials/credentials.ts';
import { systemCodeOf } from '../node/systemError.ts';
import { CliError } from './exitCodes.ts';

export interface UserMessage {
  readonly message: string;
  readonly fix?: string;
}

const { environment }: Brand = neutralBrand;

export function wordsOfProblem(problem: CredentialProblem): UserMessage {
  switch (problem.problem) {
    case 'notLoggedIn':
      return {
        message: 'Not logged in.',
        fix: `Run: service-cli auth login (for a server, add --url ADDRESS). Or set ${environment.token} and ${environment.url}.`,
      };
    case 'platformMissing':
      return {
        message: `${environment.token} is set, but no platform is.`,
        fix: `Set ${environment.url} for a server or ${environment.organization} for the cloud.`,
      };
    case 'loginElsewhere':
      return problem.named === undefined
        ? {
            message: `${environment.token} is empty. The login of service-cli, for ${problem.login}, is not used in its place.`,
            fix: `Set ${environment.token}, or unset it to use the login.`,
          }
        : {
            message: `The environment names ${problem.named}, but has no token. The login of service-cli is for ${problem.login}.`,
            fix: `Set ${environment.token} to a token of ${problem.named}, or unset ${environment.url}, ${environment.organization} and ${environment.token} to use the login.`,
          };
    case 'urlInvalid':
      return {
        message: 'The address of the platform must be an http or https address without credentials.',
        fix: `Correct ${environment.url}.`,
      };
    case 'organizationMissing':
      return {
        message: 'The cloud requires an organization.',
        fix: `Set ${environment.organization} or pass --org KEY.`,
      };
    case 'tokenMissing':
      return {
        message: `Logged in, but the ${secretPlaceNames[problem.storedIn]} contains no token.`,
        fix: logInAgain,
      };
  }
}

export const secretPlaceNames = { keyring: 'keyring', encryptedFile: 'encrypted file', file: 'token file' };

const logInAgain = 'Run: service-cli auth login';

const kinds = {
  project: 'a project token',
  global: 'a global analysis token',
  organization: 'an organization token',
};

/**
 * Words the result of a connection check for users. `fix` is absent where only an administrator can help.
 *
 * @param source Where the checked token was found. A login does not replace a token of the environment.
 */
export function wordsOfState(
  state: ConnectionState,
  { baseUrl }: Pick<Platform, 'baseUrl'>,
  source?: Credential['source'],
): UserMessage {
  switch (state.state) {
    case 'connected': {
      const person = state.login === undefined ? '' : ` as ${state.login}`;
      const version = state.version === undefined ? '' : `, version ${state.version}`;
      return { message: `Connected to ${baseUrl}${person}${version}.` };
    }
    case 'tokenMissing':
      return { message: 'There is no token.', fix: logInAgain };
    case 'tokenRefused':
      return source === 'environment'
        ? {
            message: `${baseUrl} refused the token.`,
            fix: `Set ${environment.token} to a valid user token, or unset it to use the login of service-cli.`,
          }
        : { message: `${baseUrl} refused the token.`, fix: logInAgain };
    case 'wrongTokenKind':
      return {
        message: `This is ${state.kind ? kinds[state.kind] : 'an analysis token'}. Use a user token.`,
        fix: `Create a user token on ${baseUrl}${securityPagePath}`,
      };
    case 'starting':
      return { message: `${baseUrl} is not ready yet (${state.status}).`, fix: 'Try again in a minute.' };
    case 'versionTooOld':
      return { message: `${baseUrl} has version ${state.version}. Version 9.9 or later is required.` };
    case 'organizationNotFound':
      return {
        message: `Organization "${state.organizationKey}" was not found, or the token has no permission to see it.`,
      };
    case 'unreachable':
      return wordsOfFailure(state.failure, baseUrl);
  }
}

const failures: Partial<Record<FailureCode, string>> = {
  unreachable: 'could not be reached',
  unknownHost: 'could not be reached, because its name could not be resolved',
  timeout: 'did not respond in time',
  certificate: 'has a certificate that is not trusted',
  clientCertificate: 'requires a client certificate, or does not accept yours',
  redirected: 'redirects to another address; use that address',
  tooLarge: 'sent a response that is too large',
  malformed: 'did not respond like the platform; check for a proxy in between',
  unauthorized: 'refused the token',
  forbidden: 'does not give this token permission for that',
  notFound: 'has no Web API of the platform',
  removed: 'has removed a function that this command uses',
  rateLimited: 'is limiting requests; try again in a minute',
  unavailable: 'is temporarily unavailable; try again in a minute',
  serverError: 'reported an internal error',
};

const updateCli = 'Update service-cli: npm install --global service-cli';

/** The fix for each failure that depends on this machine, its login or its network. */
const fixes: Partial<Record<FailureCode, string>> = {
  unreachable:
    'Check the address, the VPN and the proxy. service-cli doctor shows each step of the connection.',
  unknownHost: 'Check the address and the VPN. Where a proxy resolves names, set HTTPS_PROXY.',
  unauthorized: 'service-cli auth status shows where the token is kept, and how to replace it.',
  timeout: 'Try again. service-cli doctor shows each step of the connection.',
  proxy: 'Correct the variable or setting. service-cli doctor shows each step of the connection.',
  proxyCredentials:
    'Put the user into the address of the proxy and the password into SERVICE_PROXY_PASSWORD, or run: service-cli config set proxy-password',
  certificate:
    'If your company issued it, run: service-cli config set ca-file FILE (a PEM file of its certificate authority). service-cli doctor shows the certificates.',
  clientCertificate: 'Run: service-cli config set client-certificate FILE',
  newerFormat: updateCli,
  networkSettings: 'service-cli config list shows where each setting comes from.',
};

const checkAddress =
  'Check the address, including its path. service-cli doctor shows each step of the connection.';

/** The fix for each answer of a platform. A file can be malformed or missing, too, and needs another one. */
const fixesOfAnswers: Partial<Record<FailureCode, string>> = {
  forbidden: 'An administrator can grant it. Analysis tokens have no such permission: use a user token.',
  notFound: checkAddress,
  removed: updateCli,
  malformed: checkAddress,
  serverError: 'Try again. If it fails again, an administrator of the platform finds the cause in its logs.',
};

/** Words for the errors of OpenSSL about a server's certificate that trust in its authority does not repair. */
const certificateFaults: Readonly<Record<string, { readonly words: string; readonly fix: string }>> = {
  CERT_HAS_EXPIRED: {
    words: 'has a certificate that has expired, or that an expired authority issued',
    fix: 'Ask the administrator of the server to renew it, or for the new certificate of the authority. service-cli doctor shows the certificates.',
  },
  CERT_NOT_YET_VALID: {
    words: 'has a certificate that is not valid yet',
    fix: 'Check the clock of this machine. service-cli doctor compares it with that of the platform.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    words: 'has a certificate for another host',
    fix: 'Check the address. service-cli doctor shows the certificates.',
  },
};

/**
 * Returns the message for a failed request to a platform or a failed file operation. The message of the latter, and of
 * a fault of the proxy or of a network setting, is complete without an address.
 */
export function wordsOfFailure(failure: Failure, baseUrl: string | undefined): UserMessage {
  const { code } = failure;
  const fault = code === 'certificate' ? certificateFaults[systemCodeOf(failure.cause)] : undefined;
  const words = fault?.words ?? failures[code];
  const fix = fault?.fix ?? fixes[code] ?? (baseUrl === undefined ? undefined : fixesOfAnswers[code]);
  return {
    message:
      words === undefined || baseUrl === undefined ? sentence(failure.message) : `${baseUrl} ${words}.`,
    ...(fix !== undefined && { fix }),
  };
}

export function failedRequest(failure: Failure, baseUrl: string | undefined): CliError {
  const { message, fix } = wordsOfFailure(failure, baseUrl);
  return new CliError(message, { fix, cause: failure });
}

/** Returns a text with a full stop, if it has no end of a sentence yet. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
