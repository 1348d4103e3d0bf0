import type { ConnectionState } from '../../src/core/connections/check.ts';
import type { FailureCode } from '../../src/core/failures.ts';

/** Advice for docs/troubleshooting.md about each state of a connection. */
export const stateAdvice: Readonly<Record<ConnectionState['state'], string>> = {
  connected: 'Nothing to do.',
  tokenMissing:
    'Run **Service: Replace Token**; on the command line `service-cli auth login`. Tokens stay on the machine on which you entered them: enter one on each machine.',
  tokenRefused:
    'Create a new user token on the security page of your account, then run **Service: Replace Token**.',
  wrongTokenKind:
    'Create a token of the kind "User token". Project, global and organization tokens are made for analyses and cannot read what connected mode needs.',
  starting: 'Wait: the extension checks the connection again until the server is up.',
  versionTooOld: 'Ask the administrator for an update. Version 9.9 is the oldest one that is supported.',
  organizationNotFound:
    'Compare the key with the address of the organization in the browser, and check that the account of the token is a member.',
  unreachable: 'See [Requests to the platform](#requests-to-the-platform) for the reason.',
};

/** Advice for docs/troubleshooting.md about the failures whose texts do not say themselves what to do. */
export const failureAdvice = {
  proxy:
    'Check the address of the proxy ([administration.md](administration.md#use-a-proxy)). On the command line, `service-cli doctor` shows which proxy is used.',
  proxyCredentials:
    'Enter the user and the password of the proxy ([administration.md](administration.md#use-a-proxy)).',
  networkSettings:
    'Correct the setting that the message names. `service-cli config list` shows where each setting comes from.',
  certificate:
    'Add the authority of your company to the certificates of the system ([administration.md](administration.md#trust-the-certificate-authority-of-your-company)).',
  clientCertificate:
    'On the command line, set a client certificate ([administration.md](administration.md#present-a-client-certificate)). In the editor, use an address that does not require one.',
  tooLarge: 'Check that the address leads to the platform and not to another service.',
  malformed:
    'Check whether a proxy or a login page answers in place of the platform. In a file, correct the part that the log names.',
  unauthorized: 'Create a new user token and run **Service: Replace Token**, or `service-cli auth login`.',
  forbidden: 'Ask an administrator of the project for the permission.',
  notFound:
    'Compare the key with the one on the platform; keys are case-sensitive. Private projects look missing without the permission to browse them.',
  removed:
    'Update the extension. If the message comes back, open an issue with the version of the platform: its API has changed.',
  rateLimited: 'Wait. Raise `service.notifications.pollInterval` if it happens often.',
  storage:
    'Check free space and the permissions of your home folder; on Linux, that a keyring runs. The log names the file.',
} as const satisfies Partial<Record<FailureCode, string>>;
