import { l10n } from 'vscode';
import type { Failure, FailureCode } from '../../core/failures.ts';
import type { CommandId } from '../host/commandTable.ts';

export interface FailureAction {
  readonly title: () => string;
  readonly command: CommandId;
}

const checkAgain = {
  title: () => l10n.t('Check Connections'),
  command: 'service.checkAllConnections',
} as const;
const replaceToken = { title: () => l10n.t('Replace Token'), command: 'service.replaceToken' } as const;

/** The actions that the user can take, besides looking into the log. */
export const failureActions: Readonly<Partial<Record<FailureCode, FailureAction>>> = {
  unreachable: checkAgain,
  unknownHost: checkAgain,
  timeout: checkAgain,
  unauthorized: replaceToken,
  unavailable: checkAgain,
  wrongOrigin: replaceToken,
};

/** The message for the user about each kind of failure. The log has the English details. */
export const failureTexts: Readonly<Record<FailureCode, (failure: Failure) => string>> = {
  unreachable: () => l10n.t('The platform could not be reached. Check the address, the network and the VPN.'),
  unknownHost: () => l10n.t('The name of the platform could not be resolved. Check the address and the VPN.'),
  proxy: () =>
    l10n.t('The proxy could not be used. Check the proxy settings of the editor. See the log for details.'),
  proxyCredentials: () =>
    l10n.t('The proxy requires a user name and password, or does not accept the given ones.'),
  networkSettings: () => l10n.t('A network setting on this machine cannot be used. See the log for details.'),
  timeout: () => l10n.t('The platform did not respond in time.'),
  cancelled: () => l10n.t('Canceled.'),
  certificate: () =>
    l10n.t(
      'The certificate of the platform is not trusted on this machine. Add its certificate authority to the certificates of your system.',
    ),
  clientCertificate: () =>
    l10n.t(
      'The platform requires a client certificate, which the editor does not provide for extensions. Use an address that does not require one.',
    ),
  redirected: () =>
    l10n.t(
      'The address redirects to another one. Use the address that the platform itself shows. A token is never forwarded.',
    ),
  tooLarge: () => l10n.t('The response is too large to come from a code-quality platform.'),
  malformed: () => l10n.t('The data does not have the expected format. See the log for details.'),
  badRequest: () => l10n.t('The platform rejected the request. See the log for details.'),
  unauthorized: () => l10n.t('The token was refused: it is wrong, expired or revoked.'),
  forbidden: () => l10n.t('Your account does not have permission to see this on the platform.'),
  notFound: () => l10n.t('Not found on the platform, or your account does not have permission to see it.'),
  removed: () => l10n.t('The platform has removed a function that the extension uses. Update the extension.'),
  rateLimited: ({ retryAfterMs }) =>
    retryAfterMs === undefined
      ? l10n.t('The platform is limiting requests. Try again later.')
      : l10n.t('The platform is limiting requests. Try again in {0} s.', Math.ceil(retryAfterMs / 1000)),
  unavailable: () => l10n.t('The platform is starting or overloaded. Try again later.'),
  serverError: () =>
    l10n.t('The platform reported an internal error. See the log of the platform for details.'),
  wrongOrigin: () =>
    l10n.t(
      'The stored token belongs to another address and was not sent. Enter a token for the new address.',
    ),
  storage: () => l10n.t('The extension could not read or write one of its files or secrets.'),
  newerFormat: () =>
    l10n.t(
      'A newer version of the extension wrote one of its files, which was left as it is. Update the extension. See the log for details.',
    ),
  readOnly: () => l10n.t('This folder is read-only, so bindings and files cannot be saved in it.'),
  link: ({ path, message }) =>
    l10n.t(
      '{0} is a symbolic link, so it was not read or written. Replace it with a regular file or folder, and try again.',
      path ?? message,
    ),
  duplicate: () => l10n.t('A connection with this name already exists.'),
  busy: () => l10n.t('Another window is doing this right now. Try again in a moment.'),
};
