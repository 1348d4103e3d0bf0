import { l10n } from 'vscode';
import type { Failure, FailureCode } from '../../core/failures.ts';
import type { CommandId } from '../host/commandTable.ts';

interface FailureText {
  readonly text: (failure: Failure) => string;
  /** The action that the user can take here, besides looking into the log. */
  readonly action?: { readonly title: () => string; readonly command: CommandId };
}

const checkAgain = {
  title: () => l10n.t('Check Connections'),
  command: 'service.checkAllConnections',
} as const;
const replaceToken = { title: () => l10n.t('Replace Token'), command: 'service.replaceToken' } as const;

/** The message for the user about each kind of failure. The log has the English details. */
export const failureTexts: Readonly<Record<FailureCode, FailureText>> = {
  unreachable: {
    text: () => l10n.t('The platform could not be reached. Check the address, the network and the VPN.'),
    action: checkAgain,
  },
  unknownHost: {
    text: () => l10n.t('The name of the platform could not be resolved. Check the address and the VPN.'),
    action: checkAgain,
  },
  proxy: {
    text: () =>
      l10n.t('The proxy could not be used. Check the proxy settings of the editor. See the log for details.'),
  },
  proxyCredentials: {
    text: () => l10n.t('The proxy requires a user name and password, or does not accept the given ones.'),
  },
  networkSettings: {
    text: () => l10n.t('A network setting on this machine cannot be used. See the log for details.'),
  },
  timeout: { text: () => l10n.t('The platform did not respond in time.'), action: checkAgain },
  cancelled: { text: () => l10n.t('Canceled.') },
  certificate: {
    text: () =>
      l10n.t(
        'The certificate of the platform is not trusted on this machine. Add its certificate authority to the certificates of your system.',
      ),
  },
  clientCertificate: {
    text: () =>
      l10n.t(
        'The platform requires a client certificate, which the editor does not provide for extensions. Use an address that does not require one.',
      ),
  },
  redirected: {
    text: () =>
      l10n.t(
        'The address redirects to another one. Use the address that the platform itself shows. A token is never forwarded.',
      ),
  },
  tooLarge: { text: () => l10n.t('The response is too large to come from a code-quality platform.') },
  malformed: {
    text: () => l10n.t('The data does not have the expected format. See the log for details.'),
  },
  badRequest: { text: () => l10n.t('The platform rejected the request. See the log for details.') },
  unauthorized: {
    text: () => l10n.t('The token was refused: it is wrong, expired or revoked.'),
    action: replaceToken,
  },
  forbidden: { text: () => l10n.t('Your account does not have permission to see this on the platform.') },
  notFound: {
    text: () => l10n.t('Not found on the platform, or your account does not have permission to see it.'),
  },
  removed: {
    text: () => l10n.t('The platform has removed a function that the extension uses. Update the extension.'),
  },
  rateLimited: {
    text: ({ retryAfterMs }) =>
      retryAfterMs === undefined
        ? l10n.t('The platform is limiting requests. Try again later.')
        : l10n.t('The platform is limiting requests. Try again in {0} s.', Math.ceil(retryAfterMs / 1000)),
  },
  unavailable: {
    text: () => l10n.t('The platform is starting or overloaded. Try again later.'),
    action: checkAgain,
  },
  serverError: {
    text: () => l10n.t('The platform reported an internal error. See the log of the platform for details.'),
  },
  wrongOrigin: {
    text: () =>
      l10n.t(
        'The stored token belongs to another address and was not sent. Enter a token for the new address.',
      ),
    action: replaceToken,
  },
  storage: { text: () => l10n.t('The extension could not read or write one of its files or secrets.') },
  newerFormat: {
    text: () =>
      l10n.t(
        'A newer version of the extension wrote one of its files, which was left as it is. Update the extension. See the log for details.',
      ),
  },
  readOnly: {
    text: () => l10n.t('This folder is read-only, so bindings and files cannot be saved in it.'),
  },
  link: {
    text: ({ path, message }) =>
      l10n.t(
        '{0} is a symbolic link, so it was not read or written. Replace it with a regular file or folder, and try again.',
        path ?? message,
      ),
  },
  duplicate: { text: () => l10n.t('A connection with this name already exists.') },
  busy: { text: () => l10n.t('Another window is doing this right now. Try again in a moment.') },
};
