import { l10n } from 'vscode';
import { stateText } from '../connections/stateTexts.ts';
import { failureTexts } from '../ui/failureTexts.ts';
import { gateText, pollFailureText, knownGateText } from '../gates/gateTexts.ts';
import { momentText } from '../ui/dateTimeText.ts';
import { Failure } from '../../core/failures.ts';
import type { ChainFacts, Link, LinkName } from './chain.ts';

/** `detail`: the state of the link and, if it is not as it should be, the effect of Enter. */
export function linkText({ name, holds }: Link, facts: ChainFacts) {
  const { label, detail } = texts[name];
  return { label: label(), detail: detail(facts, holds) };
}

type Connected = NonNullable<ChainFacts['connected']>;

interface LinkText {
  readonly label: () => string;
  readonly detail: (facts: ChainFacts, holds: Link['holds']) => string;
}

const texts: Readonly<Record<LinkName, LinkText>> = {
  trust: {
    label: () => l10n.t('Workspace trust'),
    detail: (_, holds) =>
      holds === 'no'
        ? l10n.t('Restricted Mode: bindings in this workspace are disabled. Select to manage trust.')
        : l10n.t('The workspace is trusted.'),
  },
  binding: { label: () => l10n.t('Binding'), detail: ({ binding }) => bindingDetail(binding) },
  connection: {
    label: () => l10n.t('Connection'),
    detail: connectedDetail(({ state }) => stateText(state).detail),
  },
  project: {
    label: () => l10n.t('Project'),
    detail: connectedDetail(({ gate }) => l10n.t('Quality gate: {0}', knownGateText(gate).label)),
  },
  notifications: {
    label: () => l10n.t('Connection notifications'),
    detail: connectedDetail((_, holds) =>
      holds === 'yes'
        ? l10n.t('On.')
        : l10n.t('Off: polled only while the view is visible. Select to edit the connection.'),
    ),
  },
  mute: {
    label: () => l10n.t('Project notifications'),
    detail: connectedDetail((_, holds) =>
      holds === 'yes' ? l10n.t('Not muted.') : l10n.t('Muted. Select to unmute.'),
    ),
  },
  polling: { label: () => l10n.t('Polling'), detail: connectedDetail(pollText) },
  relay: { label: () => l10n.t('Relay'), detail: connectedDetail(({ relay }) => relayText(relay)) },
  storage: {
    label: () => l10n.t('Shared storage'),
    detail: ({ storageFailure }) =>
      storageFailure === undefined
        ? l10n.t('The extension can read and write its files.')
        : failureTexts[storageFailure](new Failure(storageFailure, '')),
  },
  lastChange: {
    label: () => l10n.t('Last change'),
    detail: ({ lastChange }) =>
      lastChange ? changeText(lastChange) : l10n.t('No change of this quality gate is known.'),
  },
};

function connectedDetail(detail: (connected: Connected, holds: Link['holds']) => string): LinkText['detail'] {
  return ({ connected }, holds) =>
    connected ? detail(connected, holds) : l10n.t('Not checked: the folder is not bound.');
}

function bindingDetail(binding: ChainFacts['binding']): string {
  if (binding.state === 'bound')
    return l10n.t('Bound to {0} on {1}.', binding.projectKey, binding.connection.connectionId);
  return binding.state === 'untrusted'
    ? l10n.t('Not checked: the workspace is not trusted.')
    : l10n.t('The folder is not bound to a project. Select to bind it.');
}

function pollText({ checkedAt, pollError }: Connected): string {
  const last =
    checkedAt === undefined ? l10n.t('No answer yet.') : l10n.t('Last answer at {0}.', momentText(checkedAt));
  if (!pollError) return last;
  const next =
    pollError.nextPollAt === undefined ? '' : l10n.t('Next try at {0}.', momentText(pollError.nextPollAt));
  return [
    l10n.t('Failing since {0}. {1}', momentText(pollError.since), pollFailureText(pollError.code)),
    last,
    next,
  ]
    .filter(Boolean)
    .join(' ');
}

function relayText(relay: Connected['relay']): string {
  if (!relay) return l10n.t('No relay is set up. Quality gates are polled.');
  const { address, state, covers, lastReceivedAt } = relay;
  switch (state) {
    case 'listening':
      if (!covers)
        return l10n.t(
          'The relay key for {0} does not cover this project, so the project is polled.',
          address,
        );
      return lastReceivedAt === undefined
        ? l10n.t('Connected to {0}. No push event received yet.', address)
        : l10n.t('Connected to {0}. Last push event at {1}.', address, momentText(lastReceivedAt));
    case 'connecting':
      return l10n.t('Connecting to {0}. Until it responds, quality gates are polled.', address);
    case 'elsewhere':
      return l10n.t('The window that polls the platform is connected to {0}.', address);
    case 'away':
      return l10n.t('{0} could not be reached. Until it responds, quality gates are polled.', address);
    case 'keyMissing':
      return l10n.t('Relay {0} requires a relay key. Until then, quality gates are polled.', address);
    case 'refused':
      return l10n.t(
        'Relay {0} refused the relay key. Until you replace it, quality gates are polled.',
        address,
      );
  }
}

function changeText({ to, at, outcome }: NonNullable<ChainFacts['lastChange']>): string {
  const what = l10n.t('{0}, {1}.', gateText(to).label, momentText(at));
  return `${what} ${outcomeText(outcome?.as)}`;
}

type Outcome = NonNullable<NonNullable<ChainFacts['lastChange']>['outcome']>['as'];

function outcomeText(outcome: Outcome | undefined): string {
  switch (outcome) {
    case 'toast':
      return l10n.t('Shown as a notification. The editor hides notifications in Do Not Disturb mode.');
    case 'recap':
      return l10n.t('Shown in a summary.');
    case 'undone':
      return l10n.t('No notification: the gate changed back first.');
    case 'muted':
      return l10n.t('No notification: muted.');
    case undefined:
      return l10n.t('The notification is pending.');
  }
}
