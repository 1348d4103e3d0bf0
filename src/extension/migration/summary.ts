import { l10n } from 'vscode';
import type { MigrationReport, Outcome } from '../../core/migration/report.ts';

interface Summary {
  readonly text: string;
  /** Whether entries wait in the settings for a later start. The user can then have them removed now. */
  readonly canRemoveNow: boolean;
}

/** Returns the result of a run in one to three sentences; undefined when the run did not change anything. */
export function summaryOf({ outcomes }: MigrationReport): Summary | undefined {
  const migrated = outcomes.filter(({ outcome }) => outcome === 'migrated');
  const removed = outcomes.filter((outcome) => removalOf(outcome) === 'done');
  const waiting = outcomes.filter((outcome) => removalOf(outcome) === 'laterStart');
  const sentences = [
    ...(migrated.length > 0
      ? [l10n.t('Connections moved from the settings to the Connected Mode view: {0}.', migrated.length)]
      : []),
    ...(migrated.length > 0 && waiting.length > 0
      ? [l10n.t('Tokens are removed from the settings the next time the editor starts.')]
      : []),
    ...(removed.length > 0
      ? [
          l10n.t(
            'Connections removed from the settings: {0}. Copies of their tokens may remain in the local history and in Settings Sync, so revoke and renew these tokens.',
            removed.length,
          ),
        ]
      : []),
  ];
  if (sentences.length === 0) return undefined;
  const unreadable = outcomes.filter(
    (outcome) => outcome.outcome === 'refused' && outcome.reason.problem === 'malformed',
  );
  if (unreadable.length > 0)
    sentences.push(l10n.t('Entries skipped because they are not valid: {0}.', unreadable.length));
  return { text: sentences.join(' '), canRemoveNow: waiting.length > 0 };
}

function removalOf(outcome: Outcome): string | undefined {
  return outcome.outcome === 'refused' ? undefined : outcome.removal;
}
