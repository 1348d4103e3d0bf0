import { l10n } from 'vscode';
import type { ElementRef, FieldRepair } from '../../core/migration/element.ts';
import type { Advice, MigrationReport, Outcome, Refusal, Removal } from '../../core/migration/report.ts';
import { levelledSettings } from '../host/settingTable.ts';
import { markdownText } from '../ui/plainText.ts';
import type { KeptRow } from './keptRows.ts';

/** Returns the name of a connection by its uuid. */
export type NameOf = (uuid: string) => string | undefined;

/**
 * Returns the report for the user as Markdown: the moved entries, the other entries with the reason, and advice about
 * the copies.
 *
 * @param kept Rows of earlier reports about moved connections.
 */
export function reportText(
  { outcomes, advice, failures }: MigrationReport,
  nameOf: NameOf,
  kept: readonly KeptRow[],
): string {
  const rows = [
    ...outcomes.map((outcome) => rowOf(outcome, nameOf, kept)),
    ...leftRows(outcomes, nameOf, kept),
  ];
  const parts = [
    `# ${l10n.t('Migration of connections from the settings')}`,
    rows.length === 0 ? l10n.t('There are no connections in the settings.') : table(rows),
    ...failures.map(({ place, reason }) =>
      l10n.t('{0} could not be written: {1}', code(settingOf(place)), markdownText(reason)),
    ),
    ...(advice.length > 0
      ? [`## ${l10n.t('What to do')}`, advice.map((item) => `- ${adviceText(item)}`).join('\n')]
      : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

type Row = readonly [place: string, result: string, settings: string];

function table(rows: readonly Row[]): string {
  const heading: Row = [l10n.t('Where'), l10n.t('What became of it'), l10n.t('In the settings')];
  return [heading, ['---', '---', '---'], ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/**
 * Returns the rows that later reports show for moved connections. An earlier row of a connection has more information
 * than a repetition.
 */
export function rowsToKeep(
  { outcomes }: MigrationReport,
  nameOf: NameOf,
  kept: readonly KeptRow[],
): readonly KeptRow[] {
  return outcomes.flatMap((outcome): readonly KeptRow[] => {
    if (outcome.outcome === 'refused' || outcome.uuid === undefined) return [];
    const { uuid } = outcome;
    const isKept = outcome.outcome === 'alreadyMigrated' && kept.some((row) => row.uuid === uuid);
    if (isKept || nameOf(uuid) === undefined) return [];
    const [place, result] = rowOf(outcome, nameOf, kept);
    return [{ uuid, place, result }];
  });
}

/** Returns the rows of moved connections whose entries left the settings in an earlier run. */
function leftRows(outcomes: readonly Outcome[], nameOf: NameOf, kept: readonly KeptRow[]): readonly Row[] {
  const listed = new Set(outcomes.map((outcome) => ('uuid' in outcome ? outcome.uuid : undefined)));
  return kept
    .filter(({ uuid }) => !listed.has(uuid))
    .map(({ uuid, place, result }) => [
      place,
      nameOf(uuid) === undefined ? `${result} ${l10n.t('The connection was deleted since.')}` : result,
      removalText('done'),
    ]);
}

function rowOf(outcome: Outcome, nameOf: NameOf, kept: readonly KeptRow[]): Row {
  const place = formatLogPosition(outcome.ref);
  switch (outcome.outcome) {
    case 'migrated':
      return [place, migratedText(outcome), removalText(outcome.removal)];
    case 'alreadyMigrated': {
      const name = outcome.uuid === undefined ? undefined : nameOf(outcome.uuid);
      const before = kept.find(({ uuid }) => uuid === outcome.uuid)?.result;
      return [
        place,
        name === undefined
          ? l10n.t('Its connection was deleted; it does not come back.')
          : (before ??
            [l10n.t('Moved: {0}.', markdownText(name)), ...repairTexts(outcome.repairs)].join(' ')),
        removalText(outcome.removal),
      ];
    }
    case 'refused':
      return [place, refusalText(outcome.reason, nameOf), l10n.t('stays')];
  }
}

function migratedText(outcome: Extract<Outcome, { outcome: 'migrated' }>): string {
  const { connectionId, renamedFrom, resembles, token, unknownFields, repairs } = outcome;
  const tokenTexts = {
    settings: l10n.t('Its token is in the secret storage.'),
    oldSecret: l10n.t('Its token was in the secret storage already.'),
    stored: l10n.t('The connection was there already, with a token.'),
  };
  return [
    l10n.t('Moved: {0}.', markdownText(connectionId)),
    token === undefined ? l10n.t('It had no token; Replace Token gives it one.') : tokenTexts[token],
    ...(renamedFrom === undefined
      ? []
      : [l10n.t('It was {0}, a name that another connection has.', markdownText(renamedFrom))]),
    ...(resembles === undefined ? [] : [l10n.t('Its name looks like that of {0}.', markdownText(resembles))]),
    ...(unknownFields.length === 0
      ? []
      : [l10n.t('These fields have no successor: {0}.', unknownFields.map(markdownText).join(', '))]),
    ...repairTexts(repairs),
  ].join(' ');
}

function repairTexts(repairs: readonly FieldRepair[]): readonly string[] {
  return repairs.map(({ field, by }) =>
    by === 'text'
      ? l10n.t('{0} is not text; its value was taken as text.', code(field))
      : l10n.t('{0} does not have a valid value; the default was used.', code(field)),
  );
}

function refusalText(reason: Refusal, nameOf: NameOf): string {
  switch (reason.problem) {
    case 'malformed':
      return reason.field === undefined
        ? l10n.t('Not understood: expected {0}.', reason.expected)
        : l10n.t('Not understood: {0} is not what was expected ({1}).', code(reason.field), reason.expected);
    case 'tokenDiffers':
      return l10n.t(
        'Another token is stored for {0}. Nothing was overwritten.',
        markdownText(nameOf(reason.uuid) ?? '?'),
      );
    case 'addressChanged':
      return l10n.t(
        '{0} leads to another address by now; this token was not made for it.',
        markdownText(nameOf(reason.uuid) ?? '?'),
      );
    case 'inWorkspace':
      return reason.hasToken
        ? l10n.t(
            'It stands, with a token, in a file of the workspace, which is probably committed. It was not moved without being asked.',
          )
        : l10n.t('It stands in a file of the workspace. It was not moved without being asked.');
    case 'secretStore':
      return l10n.t('The secret storage failed. It is tried again at the next start.');
  }
}

function removalText(removal: Removal): string {
  switch (removal) {
    case 'done':
      return l10n.t('removed');
    case 'laterStart':
      return l10n.t('removed at a later start of the editor, when its token is still stored');
    case 'onRequest':
      return l10n.t('stays until you remove it');
    case 'byHand':
      return l10n.t('must be removed by hand');
    case 'failed':
      return l10n.t('could not be removed; it is tried again at the next start');
  }
}

function adviceText(advice: Advice): string {
  switch (advice) {
    case 'revoke':
      return l10n.t(
        'Tokens stood in the settings as plain text. Copies remain in the local history of the editor and in Settings Sync: revoke these tokens on the platform and make new ones.',
      );
    case 'revokeCommitted':
      return l10n.t(
        'Tokens stand in files of the workspace and have probably been committed: revoke them on the platform.',
      );
    case 'commentsLost':
      return l10n.t(
        'Comments inside the lists of connections are lost when an entry is removed; all others stay.',
      );
    case 'sync':
      return l10n.t('Settings Sync, where it is on, carries the removal to your other machines.');
    case 'removeByHand':
      return l10n.t('Some entries stand in a file that the editor cannot write for us. Remove them there.');
  }
}

function formatLogPosition(ref: ElementRef): string {
  const levels = {
    user: l10n.t('User settings'),
    machine: l10n.t('Settings of the remote machine'),
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
