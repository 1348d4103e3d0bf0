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

/** Advice for docs/troubleshooting.md about each kind of failure. */
export const failureAdvice: Readonly<Record<FailureCode, string>> = {
  unreachable: 'Open the address in a browser on the same machine. Check VPN, proxy and firewall.',
  unknownHost: 'Check the spelling of the address, and that the VPN is connected.',
  proxy:
    'Check the address of the proxy ([administration.md](administration.md#use-a-proxy)). On the command line, `service-cli doctor` shows which proxy is used.',
  proxyCredentials:
    'Enter the user and the password of the proxy ([administration.md](administration.md#use-a-proxy)).',
  networkSettings:
    'Correct the setting that the message names. `service-cli config list` shows where each setting comes from.',
  timeout: 'Try again. If it happens often, the network or the server is slow: ask its administrator.',
  cancelled: 'You or a newer request canceled it.',
  certificate:
    'Add the authority of your company to the certificates of the system ([administration.md](administration.md#trust-the-certificate-authority-of-your-company)).',
  clientCertificate:
    'On the command line, set a client certificate ([administration.md](administration.md#present-a-client-certificate)). In the editor, use an address that does not require one.',
  redirected: 'Open the address in a browser, and enter the address at which you arrive.',
  tooLarge: 'Check that the address leads to the platform and not to another service.',
  malformed:
    'Check whether a proxy or a login page answers in place of the platform. In a file, correct the part that the log names.',
  badRequest: 'Read the answer of the platform in the log (**Service: Show Log**).',
  unauthorized: 'Create a new user token and run **Service: Replace Token**, or `service-cli auth login`.',
  forbidden: 'Ask an administrator of the project for the permission.',
  notFound:
    'Compare the key with the one on the platform; keys are case-sensitive. Private projects look missing without the permission to browse them.',
  removed:
    'Update the extension. If the message comes back, open an issue with the version of the platform: its API has changed.',
  rateLimited: 'Wait. Raise `service.notifications.pollInterval` if it happens often.',
  unavailable: 'Wait: the extension tries again.',
  serverError: 'Ask the administrator to look into the log of the server.',
  wrongOrigin:
    'Enter a token for the new address. A token is sent only to the address that it was entered for.',
  storage:
    'Check free space and the permissions of your home folder; on Linux, that a keyring runs. The log names the file.',
  newerFormat:
    'Update the extension or service-cli to the version that wrote the file. The log names the file; nothing of it was changed.',
  readOnly: 'Clone the repository to work with it, or bind the project in another folder.',
  link: 'Replace the link with a real file or folder.',
  duplicate: 'Choose another name.',
  busy: 'Wait a moment and try again.',
};

/** The sections of docs/troubleshooting.md about messages of the extension, by the folder of the feature below `src/extension`. */
export const featureAdvice: Readonly<Record<string, { readonly title: string; readonly advice: string }>> = {
  agentHooks: {
    title: 'Agent hooks',
    advice: 'What is installed and what it blocks: [agents.md](agents.md).',
  },
  bindings: {
    title: 'Bindings',
    advice: 'How bindings work: [connected-mode.md](connected-mode.md#bind-a-folder).',
  },
  connections: {
    title: 'Connections and tokens',
    advice: 'How to connect: [connected-mode.md](connected-mode.md#add-a-connection).',
  },
  diagnose: {
    title: 'Why Am I Not Notified?',
    advice:
      'The lines of this command, those with a problem first. Press Enter on a marked line to repair it ([notifications.md](notifications.md#find-out-why-you-are-not-notified)).',
  },
  gates: {
    title: 'Quality gates',
    advice: 'What triggers a notification: [notifications.md](notifications.md).',
  },
  issues: {
    title: 'Issues in files',
    advice: 'What is shown and what is not: [issues.md](issues.md).',
  },
  host: {
    title: 'Anything else',
    advice: 'Run **Service: Show Log**, or **Service: Copy Diagnostic Report** for a bug report.',
  },
  links: {
    title: 'Links that open the editor',
    advice:
      'A link asks before it does anything: [connected-mode.md](connected-mode.md#share-connections-and-bindings).',
  },
  openInIde: {
    title: 'Open in IDE',
    advice:
      'How pages of the platform reach the editor: [connected-mode.md](connected-mode.md#open-an-issue-from-the-page-of-the-platform).',
  },
  migration: {
    title: 'Migration report',
    advice:
      'How old settings are moved: [connected-mode.md](connected-mode.md#migrate-from-version-354-and-older).',
  },
  push: { title: 'Relay', advice: 'How to run and connect a relay: [relay.md](relay.md).' },
  secrets: {
    title: 'Secrets in open files',
    advice: 'What is found and how to allow a value: [secrets.md](secrets.md).',
  },
  settingsHelp: {
    title: 'Settings files',
    advice: 'These appear as problems in `settings.json` and `*.code-workspace` files, with quick fixes.',
  },
  toolServer: {
    title: 'Tool server',
    advice: 'How to set it up: [agents.md](agents.md#give-an-agent-the-tool-server).',
  },
  transfer: {
    title: 'Export and import of connections',
    advice: 'See [connected-mode.md](connected-mode.md#share-connections-and-bindings).',
  },
  tree: {
    title: 'Rows of the view',
    advice: 'These are the tooltips of the rows in the **Connected Mode** view.',
  },
  webhooks: { title: 'Webhooks', advice: 'How to manage webhooks: [webhooks.md](webhooks.md).' },
};
