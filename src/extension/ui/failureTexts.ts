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
  unreachable: { text: () => l10n.t('The platform cannot be reached.'), action: checkAgain },
  timeout: { text: () => l10n.t('The platform did not answer in time.'), action: checkAgain },
  cancelled: { text: () => l10n.t('Cancelled.') },
  certificate: {
    text: () =>
      l10n.t(
        "The platform's certificate is not trusted here. Add its authority to the certificates of your system.",
      ),
  },
  clientCertificate: {
    text: () =>
      l10n.t(
        'The platform asks for a client certificate. Those are for the editor to present, and it presents none for extensions. Use an address that does not ask for one.',
      ),
  },
  redirected: {
    text: () =>
      l10n.t(
        'The address redirects elsewhere. Use the address that the platform itself shows; a token is never sent on.',
      ),
  },
  tooLarge: { text: () => l10n.t('The answer is too large to be one of a code-quality platform.') },
  malformed: { text: () => l10n.t('What was read does not have the expected form. The log says where.') },
  badRequest: { text: () => l10n.t('The platform refused the request. The log has its words.') },
  unauthorized: {
    text: () => l10n.t('The platform does not accept the token: it is wrong, expired or revoked.'),
    action: replaceToken,
  },
  forbidden: { text: () => l10n.t('Your account has no right to see this on the platform.') },
  notFound: { text: () => l10n.t('The platform does not know this, or your account may not see it.') },
  rateLimited: {
    text: ({ retryAfterMs }) =>
      retryAfterMs === undefined
        ? l10n.t('The platform asks for fewer requests. Try again later.')
        : l10n.t('The platform asks for fewer requests. Try again in {0} s.', Math.ceil(retryAfterMs / 1000)),
  },
  unavailable: {
    text: () => l10n.t('The platform is starting or overloaded. Try again soon.'),
    action: checkAgain,
  },
  serverError: { text: () => l10n.t('The platform failed to answer. Its own log knows more.') },
  wrongOrigin: {
    text: () =>
      l10n.t('The stored token belongs to another address and was not sent. Enter a token for this one.'),
    action: replaceToken,
  },
  storage: { text: () => l10n.t('A file or secret of this extension could not be read or written.') },
  readOnly: {
    text: () => l10n.t('This folder can only be read: neither a binding nor a file can be written into it.'),
  },
  link: {
    text: ({ path, message }) =>
      l10n.t(
        '{0} is a symbolic link, so nothing was read or written there. Replace it by a file or folder of its own, then try again.',
        path ?? message,
      ),
  },
  duplicate: { text: () => l10n.t('There is already a connection with this name.') },
  busy: { text: () => l10n.t('Another window is busy with the same thing. Try again.') },
};
