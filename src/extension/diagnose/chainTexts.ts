import { l10n } from 'vscode';
import { stateText } from '../connections/stateTexts.ts';
import { failureTexts } from '../ui/failureTexts.ts';
import { gateText, seenGateText } from '../gates/gateTexts.ts';
import { dateTimeText } from '../ui/dateTimeText.ts';
import { Failure } from '../../core/failures.ts';
import type { ChainFacts, LastChange, Link, LinkName, RelayFacts } from './chain.ts';

interface LinkText {
  readonly label: string;
  /** The state of the link and, where it is not as it should be, the effect of Enter. */
  readonly detail: string;
}

/** Returns the label and the detail of one link in the display language. */
export function linkText({ name, holds }: Link, facts: ChainFacts): LinkText {
  return texts[name](facts, holds);
}

type Texts = Readonly<Record<LinkName, (facts: ChainFacts, holds: Link['holds']) => LinkText>>;

const texts: Texts = {
  trust: (_facts, holds) => ({
    label: l10n.t('Workspace trust'),
    detail:
      holds === 'no'
        ? l10n.t('Restricted Mode: nothing that the workspace says is followed. Enter manages the trust.')
        : l10n.t('The workspace is trusted.'),
  }),

  binding: ({ binding }) => ({
    label: l10n.t('Binding'),
    detail:
      binding.state === 'bound'
        ? l10n.t('The folder is bound to {0} of {1}.', binding.projectKey, binding.connection.connectionId)
        : l10n.t('The folder leads to no project. Enter binds it.'),
  }),

  connection: ({ connected }) => ({
    label: l10n.t('Connection'),
    detail: connected ? stateText(connected.state).detail : dependent(),
  }),

  project: ({ connected }) => ({
    label: l10n.t('Project'),
    detail: connected
      ? l10n.t('Its quality gate, as last seen: {0}.', seenGateText(connected.gate).label)
      : dependent(),
  }),

  notifications: ({ connected }, holds) => ({
    label: l10n.t('Notifications of the connection'),
    detail: connected
      ? holds === 'yes'
        ? l10n.t('They are on.')
        : l10n.t('They are off: gates are polled only while the view is visible. Enter edits the connection.')
      : dependent(),
  }),

  mute: ({ connected }, holds) => ({
    label: l10n.t('Notifications of the project'),
    detail: connected
      ? holds === 'yes'
        ? l10n.t('They are not muted.')
        : l10n.t('They are muted. Enter resumes them.')
      : dependent(),
  }),

  polling: ({ connected }) => ({
    label: l10n.t('Questions to the platform'),
    detail: connected ? pollText(connected) : dependent(),
  }),

  relay: ({ connected }) => ({
    label: l10n.t('Doorbells of the relay'),
    detail: connected ? relayText(connected.relay) : dependent(),
  }),

  storage: ({ storageFailure }) => ({
    label: l10n.t('What the windows share'),
    detail:
      storageFailure === undefined
        ? l10n.t('Files of this extension can be written.')
        : failureTexts[storageFailure].text(new Failure(storageFailure, '')),
  }),

  lastChange: ({ lastChange }) => ({
    label: l10n.t('Last change'),
    detail: lastChange ? changeText(lastChange) : l10n.t('No change of this quality gate was seen yet.'),
  }),
};

function dependent(): string {
  return l10n.t('Cannot be said before the folder is bound.');
}

function pollText({ lastSuccess, trouble }: NonNullable<ChainFacts['connected']>): string {
  const last =
    lastSuccess === undefined
      ? l10n.t('There was no answer yet.')
      : l10n.t('The last answer came at {0}.', timeText(lastSuccess));
  if (!trouble) return last;
  const next =
    trouble.nextPollAt === undefined ? '' : l10n.t('It is tried again at {0}.', timeText(trouble.nextPollAt));
  return [l10n.t('They fail since {0} ({1}).', timeText(trouble.since), trouble.code), last, next]
    .filter(Boolean)
    .join(' ');
}

function relayText(relay: RelayFacts | undefined): string {
  if (!relay) return l10n.t('None is set: quality gates are polled.');
  const { address, state, covers, lastReceivedAt } = relay;
  switch (state) {
    case 'listening':
      if (!covers)
        return l10n.t('The relay key for {0} does not hear of this project, so it is polled.', address);
      return lastReceivedAt === undefined
        ? l10n.t('{0} is listened to. No doorbell has rung yet.', address)
        : l10n.t('{0} is listened to. The last doorbell rang at {1}.', address, timeText(lastReceivedAt));
    case 'connecting':
      return l10n.t('{0} is being called. Until it answers quality gates are polled.', address);
    case 'elsewhere':
      return l10n.t('Another window listens to {0}, the one that asks the platform.', address);
    case 'away':
      return l10n.t('{0} cannot be reached. Until it answers quality gates are polled.', address);
    case 'keyMissing':
      return l10n.t('The relay {0} needs a relay key. Until then quality gates are polled.', address);
    case 'refused':
      return l10n.t('The relay {0} refuses the relay key. Until then quality gates are polled.', address);
  }
}

function changeText({ to, at, outcome }: LastChange): string {
  const what = l10n.t('{0} at {1}.', gateText(to).label, timeText(at));
  return `${what} ${outcomeText(outcome)}`;
}

function outcomeText(outcome: LastChange['outcome']): string {
  switch (outcome) {
    case 'toast':
      return l10n.t('It was shown as a notification. Do Not Disturb of the editor hides those.');
    case 'recap':
      return l10n.t('It was shown in a summary.');
    case 'undone':
      return l10n.t('It was undone before it could be shown.');
    case 'muted':
      return l10n.t('It was not shown because it was muted.');
    case undefined:
      return l10n.t('It is still to be shown.');
  }
}

function timeText(at: number): string {
  return dateTimeText(at, 'medium');
}
