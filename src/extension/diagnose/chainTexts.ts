import { l10n } from 'vscode';
import { stateText } from '../connections/stateTexts.ts';
import { failureTexts } from '../ui/failureTexts.ts';
import { gateText, pollFailureText, knownGateText } from '../gates/gateTexts.ts';
import { momentText } from '../ui/dateTimeText.ts';
import { Failure } from '../../core/failures.ts';
import type { ChainFacts, LastChange, Link, LinkName, RelayFacts } from './chain.ts';

/** `detail`: the state of the link and, if it is not as it should be, the effect of Enter. */
export function linkText(link: Link, facts: ChainFacts): { readonly label: string; readonly detail: string } {
  return { label: labels[link.name](), detail: detailOf(link, facts) };
}

const labels: Readonly<Record<LinkName, () => string>> = {
  trust: () => l10n.t('Workspace trust'),
  binding: () => l10n.t('Binding'),
  connection: () => l10n.t('Connection'),
  project: () => l10n.t('Project'),
  notifications: () => l10n.t('Connection notifications'),
  mute: () => l10n.t('Project notifications'),
  polling: () => l10n.t('Polling'),
  relay: () => l10n.t('Relay'),
  storage: () => l10n.t('Shared storage'),
  lastChange: () => l10n.t('Last change'),
};

function detailOf({ name, holds }: Link, facts: ChainFacts): string {
  const { binding, connected, storageFailure, lastChange } = facts;
  switch (name) {
    case 'trust':
      return holds === 'no'
        ? l10n.t('Restricted Mode: bindings in this workspace are disabled. Select to manage trust.')
        : l10n.t('The workspace is trusted.');
    case 'binding':
      return bindingDetail(binding);
    case 'storage':
      return storageFailure === undefined
        ? l10n.t('The extension can read and write its files.')
        : failureTexts[storageFailure].text(new Failure(storageFailure, ''));
    case 'lastChange':
      return lastChange ? changeText(lastChange) : l10n.t('No change of this quality gate is known.');
    case 'connection':
    case 'project':
    case 'notifications':
    case 'mute':
    case 'polling':
    case 'relay':
      return connected
        ? connectedDetail(name, holds, connected)
        : l10n.t('Not checked: the folder is not bound.');
  }
}

function connectedDetail(
  name: Exclude<LinkName, 'trust' | 'binding' | 'storage' | 'lastChange'>,
  holds: Link['holds'],
  connected: NonNullable<ChainFacts['connected']>,
): string {
  switch (name) {
    case 'connection':
      return stateText(connected.state).detail;
    case 'project':
      return l10n.t('Quality gate: {0}', knownGateText(connected.gate).label);
    case 'notifications':
      return holds === 'yes'
        ? l10n.t('On.')
        : l10n.t('Off: polled only while the view is visible. Select to edit the connection.');
    case 'mute':
      return holds === 'yes' ? l10n.t('Not muted.') : l10n.t('Muted. Select to unmute.');
    case 'polling':
      return pollText(connected);
    case 'relay':
      return relayText(connected.relay);
  }
}

function bindingDetail(binding: ChainFacts['binding']): string {
  if (binding.state === 'bound')
    return l10n.t('Bound to {0} on {1}.', binding.projectKey, binding.connection.connectionId);
  return binding.state === 'untrusted'
    ? l10n.t('Not checked: the workspace is not trusted.')
    : l10n.t('The folder is not bound to a project. Select to bind it.');
}

function pollText({ checkedAt, pollError }: NonNullable<ChainFacts['connected']>): string {
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

function relayText(relay: RelayFacts | undefined): string {
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

function changeText({ to, at, outcome }: LastChange): string {
  const what = l10n.t('{0}, {1}.', gateText(to).label, momentText(at));
  return `${what} ${outcomeText(outcome)}`;
}

function outcomeText(outcome: LastChange['outcome']): string {
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
