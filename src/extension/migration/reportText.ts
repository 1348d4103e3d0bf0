import { l10n } from 'vscode';
import type { ElementRef, FieldRepair } from '../../core/migration/element.ts';
import type { Advice, MigrationReport, Outcome, Refusal, Removal } from '../../core/migration/report.ts';
import { levelledSettings } from '../host/settingTable.ts';
import { markdownText } from '../ui/plainText.ts';
import type { KeptRow } from './keptRows.ts';

/** Returns the name of a connection by its uuid. */
export type ConnectionNameOf = (uuid: string) => string | undefined;

/**
 * Returns the report for the user as Markdown: the moved entries, the other entries with the reason, and advice about
 * the copies.
 *
 * @param kept Rows of earlier reports about moved connections.
 */
export function reportText(
  { outcomes, advice, failures }: MigrationReport,
  nameOf: ConnectionNameOf,
  kept: readonly KeptRow[],
): string {
  const rows = [
    ...outcomes.map((outcome) => rowOf(outcome, nameOf, kept)),
    ...leftRows(outcomes, nameOf, kept),
  ];
  const parts = [
    `# ${l10n.t('Connections moved from the settings')}`,
    rows.length === 0 ? l10n.t('There are no connections in the settings.') : table(rows),
    ...failures.map(({ location, reason }) =>
      l10n.t('{0} could not be written: {1}', code(settingOf(location)), markdownText(reason)),
    ),
    ...(advice.length > 0
      ? [`## ${l10n.t('Next steps')}`, advice.map((item) => `- ${adviceText(item)}`).join('\n')]
      : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

type Row = readonly [place: string, result: string, settings: string];

function table(rows: readonly Row[]): string {
  const heading: Row = [l10n.t('Location'), l10n.t('Result'), l10n.t('In the settings')];
  return [heading, ['---', '---', '---'], ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/**
 * Returns the rows that later reports show for moved connections. An earlier row of a connection has more information
 * than a repetition.
 */
export function rowsToKeep(
  { outcomes }: MigrationReport,
  nameOf: ConnectionNameOf,
  kept: readonly KeptRow[],
): readonly KeptRow[] {
  return outcomes.flatMap((outcome): readonly KeptRow[] => {
    if (outcome.outcome === 'refused' || outcome.uuid === undefined) return [];
    const { uuid } = outcome;
    const isKnown = kept.some((row) => row.uuid === uuid) || nameOf(uuid) === undefined;
    if (outcome.outcome === 'alreadyMigrated' && isKnown) return [];
    const [place, result] = rowOf(outcome, nameOf, kept);
    return [{ uuid, place, result }];
  });
}

/** Returns the rows of moved connections whose entries left the settings in an earlier run. */
function leftRows(
  outcomes: readonly Outcome[],
  nameOf: ConnectionNameOf,
  kept: readonly KeptRow[],
): readonly Row[] {
  const listed = new Set(outcomes.map((outcome) => ('uuid' in outcome ? outcome.uuid : undefined)));
  return kept
    .filter(({ uuid }) => !listed.has(uuid))
    .map(({ uuid, place, result }) => [
      place,
      nameOf(uuid) === undefined ? `${result} ${l10n.t('The connection was deleted later.')}` : result,
      removalText('done'),
    ]);
}

function rowOf(outcome: Outcome, nameOf: ConnectionNameOf, kept: readonly KeptRow[]): Row {
  const place = locationText(outcome.ref);
  switch (outcome.outcome) {
    case 'migrated':
      return [place, migratedText(outcome), removalText(outcome.removal)];
    case 'alreadyMigrated': {
      const name = outcome.uuid === undefined ? undefined : nameOf(outcome.uuid);
      const before = kept.find(({ uuid }) => uuid === outcome.uuid)?.result;
      return [
        place,
        name === undefined
          ? l10n.t('Not moved again: you deleted this connection.')
          : (before ??
            [
              l10n.t('Already moved to connection “{0}”.', markdownText(name)),
              ...repairTexts(outcome.repairs),
            ].join(' ')),
        removalText(outcome.removal),
      ];
    }
    case 'refused':
      return [place, refusalText(outcome.reason, nameOf), l10n.t('kept')];
  }
}

function migratedText(outcome: Extract<Outcome, { outcome: 'migrated' }>): string {
  const { connectionId, renamedFrom, resembles, token, unknownFields, repairs } = outcome;
  const tokenTexts = {
    settings: l10n.t('The token is in secret storage.'),
    oldSecret: l10n.t('The token was already in secret storage.'),
    stored: l10n.t('The connection already existed and had a token.'),
  };
  return [
    l10n.t('Moved to connection “{0}”.', markdownText(connectionId)),
    token === undefined ? l10n.t('It had no token. Use “Replace Token” to add one.') : tokenTexts[token],
    ...(renamedFrom === undefined
      ? []
      : [l10n.t('Renamed from “{0}”, because another connection has this name.', markdownText(renamedFrom))]),
    ...(resembles === undefined ? [] : [l10n.t('Its name is similar to “{0}”.', markdownText(resembles))]),
    ...(unknownFields.length === 0
      ? []
      : [l10n.t('These fields are no longer used: {0}.', unknownFields.map(markdownText).join(', '))]),
    ...repairTexts(repairs),
  ].join(' ');
}

function repairTexts(repairs: readonly FieldRepair[]): readonly string[] {
  return repairs.map(({ field, by }) =>
    by === 'text'
      ? l10n.t('{0} is not text. Its value was converted to text.', code(field))
      : l10n.t('The value of {0} is not valid, so the default was used.', code(field)),
  );
}

function refusalText(reason: Refusal, nameOf: ConnectionNameOf): string {
  switch (reason.problem) {
    case 'malformed':
      return malformedText(reason);
    case 'tokenDiffers':
      return l10n.t(
        'Skipped: “{0}” already has a different token. Nothing was overwritten.',
        markdownText(nameOf(reason.uuid) ?? '?'),
      );
    case 'addressChanged':
      return l10n.t(
        'Skipped: “{0}” has another address now, and this token was not created for it.',
        markdownText(nameOf(reason.uuid) ?? '?'),
      );
    case 'inWorkspace':
      return reason.hasToken
        ? l10n.t(
            'Not moved: the entry, with its token, is in a workspace file that is probably committed. The editor asks you first.',
          )
        : l10n.t('Not moved: the entry is in a workspace file. The editor asks you first.');
    case 'secretStore':
      return l10n.t('Secret storage failed. The entry is tried again the next time the editor starts.');
  }
}

function malformedText({ field, expected }: Extract<Refusal, { problem: 'malformed' }>): string {
  switch (field) {
    case 'serverUrl':
      return l10n.t('Skipped: {0} is not an http address. Fix or delete the entry.', code(field));
    case 'organizationKey':
      return l10n.t('Skipped: {0} is not an organization key. Fix or delete the entry.', code(field));
    case undefined:
      return expected === 'array'
        ? l10n.t('Skipped: the setting is not a list of connections. Fix or delete it.')
        : l10n.t('Skipped: the entry is not an object. Fix or delete the entry.');
    default:
      return l10n.t('Skipped: {0} is not valid. Fix or delete the entry.', code(field));
  }
}

function removalText(removal: Removal): string {
  switch (removal) {
    case 'done':
      return l10n.t('removed');
    case 'laterStart':
      return l10n.t('removed the next time the editor starts, if the token is still stored');
    case 'onRequest':
      return l10n.t('kept until you remove it');
    case 'byHand':
      return l10n.t('remove by hand');
    case 'failed':
      return l10n.t('could not be removed, tried again the next time the editor starts');
  }
}

function adviceText(advice: Advice): string {
  switch (advice) {
    case 'revoke':
      return l10n.t(
        'The settings contained tokens in plain text. Copies may remain in the local history of the editor and in Settings Sync. Revoke these tokens on the platform and create new ones.',
      );
    case 'revokeCommitted':
      return l10n.t(
        'Files of the workspace contain tokens that are probably committed. Revoke them on the platform.',
      );
    case 'commentsLost':
      return l10n.t(
        'Comments inside the connection lists are lost when an entry is removed. All other comments are kept.',
      );
    case 'sync':
      return l10n.t('If Settings Sync is on, it removes the entries on your other machines, too.');
    case 'removeByHand':
      return l10n.t('The editor cannot write to the file of some entries. Remove these entries by hand.');
  }
}

function locationText(ref: ElementRef): string {
  const levels = {
    user: l10n.t('User settings'),
    machine: l10n.t('Remote settings'),
    workspace: l10n.t('Workspace settings'),
    folder: l10n.t('Folder settings'),
  };
  const element = ref.index === undefined ? '' : ` ${l10n.t('entry {0}', ref.index + 1)}`;
  return `${levels[ref.level]}, ${code(settingOf(ref))}${element}`;
}

function settingOf({ section }: Pick<ElementRef, 'section'>): string {
  return section === 'server' ? levelledSettings.legacyServer : levelledSettings.legacyCloud;
}

function code(text: string): string {
  return `\`${text.replaceAll(/[`|\r\n]/g, ' ')}\``;
}
