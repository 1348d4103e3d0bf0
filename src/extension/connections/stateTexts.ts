import { l10n } from 'vscode';
import { oldestServerVersion } from '../../core/connections/serverVersion.ts';
import type { TokenKind } from '../../core/connections/token.ts';
import type { FailureCode } from '../../core/failures.ts';
import { failureTexts } from '../ui/failureTexts.ts';
import type { KnownState } from './states.ts';

interface StateText {
  /** A codicon. The label always accompanies it, because an icon must not be the only sign of a state. */
  readonly icon: string;
  readonly color?: string;
  readonly label: string;
  /** The reason and the fix, for the tooltip and the wizard. */
  readonly detail: string;
}

const good = 'testing.iconPassed';
const bad = 'charts.red';
const waiting = 'list.warningForeground';

type Texts = { readonly [S in KnownState['state']]: (state: Extract<KnownState, { state: S }>) => StateText };

const stateTexts: Texts = {
  checking: () => ({
    icon: 'sync~spin',
    label: l10n.t('Checking…'),
    detail: l10n.t('Waiting for the platform…'),
  }),
  connected: ({ version, login }) => ({
    icon: 'pass',
    color: good,
    label: l10n.t('Connected'),
    detail: [
      login === undefined ? l10n.t('Connected.') : l10n.t('Connected as {0}.', login),
      ...(version === undefined ? [] : [l10n.t('Version {0}.', version)]),
    ].join(' '),
  }),
  tokenMissing: () => ({
    icon: 'key',
    color: bad,
    label: l10n.t('Token missing'),
    detail: l10n.t('There is no token for this connection on this machine. Use “Replace Token” to add one.'),
  }),
  wrongTokenKind: ({ kind }) => ({
    icon: 'key',
    color: bad,
    label: l10n.t('Wrong kind of token'),
    detail: wrongKinds[kind ?? 'unknown'](),
  }),
  tokenRefused: () => ({
    icon: 'key',
    color: bad,
    label: l10n.t('Token refused'),
    detail: l10n.t('The token was refused: it is wrong, expired or revoked.'),
  }),
  starting: ({ status }) => ({
    icon: 'clock',
    color: waiting,
    label: l10n.t('Starting'),
    detail: l10n.t('The platform reports {0}. It is checked again automatically.', status),
  }),
  versionTooOld: ({ version }) => ({
    icon: 'versions',
    color: bad,
    label: l10n.t('Unsupported version'),
    detail: l10n.t(
      'The platform has version {0}. Version {1} or later is required.',
      version,
      oldestServerVersion,
    ),
  }),
  organizationNotFound: ({ organizationKey }) => ({
    icon: 'organization',
    color: bad,
    label: l10n.t('Organization not found'),
    detail: l10n.t(
      'Organization “{0}” was not found, or your account does not have permission to see it.',
      organizationKey,
    ),
  }),
  unreachable: ({ failure }) => ({
    icon: 'error',
    color: bad,
    label: unreachableLabels[failure.code]?.() ?? l10n.t('Unreachable'),
    detail: failureTexts[failure.code](failure),
  }),
};

/** Labels for failures that administrators of a network can fix. All others are labelled "Unreachable". */
const unreachableLabels: Partial<Record<FailureCode, () => string>> = {
  certificate: () => l10n.t('Certificate not trusted'),
  clientCertificate: () => l10n.t('Client certificate required'),
  timeout: () => l10n.t('Timed out'),
};

const wrongKinds: Readonly<Record<Exclude<TokenKind, 'user'> | 'unknown', () => string>> = {
  project: () => l10n.t('This is a project analysis token. Connected mode requires a user token.'),
  global: () => l10n.t('This is a global analysis token. Connected mode requires a user token.'),
  organization: () => l10n.t('This is a scoped organization token. Connected mode requires a user token.'),
  unknown: () => l10n.t('This token is for analysis only. Connected mode requires a user token.'),
};

export function stateText(state: KnownState): StateText {
  // Each function in the table takes exactly the state that it is listed under.
  return (stateTexts[state.state] as (state: KnownState) => StateText)(state);
}

export function needsToken({ state }: KnownState): boolean {
  return state === 'tokenMissing' || state === 'tokenRefused' || state === 'wrongTokenKind';
}

/**
 * Returns the words for a token that expires soon.
 *
 * @param daysLeft 0: on the last day of the token, or after it.
 */
export function expiryText(daysLeft: number): string {
  return daysLeft === 0
    ? l10n.t('token expires today')
    : daysLeft === 1
      ? l10n.t('token expires tomorrow')
      : l10n.t('token expires in {0} days', daysLeft);
}
