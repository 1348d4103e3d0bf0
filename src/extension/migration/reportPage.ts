import { l10n } from 'vscode';
import { type Html, markup } from '../../core/markup.ts';
import type { FieldRepair } from '../../core/migration/element.ts';
import type {
  Advice,
  MigrationReport,
  MigrationOutcome,
  MigrationRefusal,
  Removal,
} from '../../core/migration/report.ts';
import { isSameLocation, type SettingsLocation } from '../../core/migration/settings.ts';
import { levelledSettings } from '../host/settingTable.ts';
import { pageDocument } from '../ui/page.ts';
import { plainText } from '../ui/plainText.ts';
import type { KeptRow } from './migrationMemory.ts';

type ConnectionNameOf = (uuid: string) => string | undefined;

/** @param kept Rows of earlier reports about moved connections. */
export function reportPage(
  { outcomes, advice, failures }: MigrationReport,
  nameOf: ConnectionNameOf,
  kept: readonly KeptRow[],
): Html {
  const rows = [
    ...outcomes.map((outcome) => rowOf(outcome, nameOf, kept, numberOf(outcome, outcomes))),
    ...leftRows(outcomes, nameOf, kept),
  ];
  const title = l10n.t('Connections moved from the settings');
  return pageDocument({
    title,
    body: markup`<h1>${title}</h1>
      ${rows.length === 0 ? markup`<p>${l10n.t('There are no connections in the settings.')}</p>` : table(rows)}
      ${failures.map(
        ({ location, reason }) =>
          markup`<p>${l10n.t('{0} could not be written: {1}', settingOf(location), plainText(reason))}</p>`,
      )}
      ${
        advice.length > 0 &&
        markup`<h2>${l10n.t('Next steps')}</h2>
          <ul>
            ${advice.map((item) => markup`<li>${adviceTexts[item]()}</li>`)}
          </ul>`
      }`,
  });
}

/** The texts of a row. `entry` is empty if the entry is no longer in the settings. */
type ReportRow = readonly [place: string, entry: string, result: string, settings: string];

function table(rows: readonly ReportRow[]): Html {
  const places = new Set(rows.map(([place]) => place));
  return markup`<table>
    <thead>
      <tr>
        <th scope="col">${l10n.t('Location')}</th>
        <th scope="col">${l10n.t('Result')}</th>
        <th scope="col">${l10n.t('In the settings')}</th>
      </tr>
    </thead>
    ${[...places].map(
      (place) =>
        markup`<tbody>
          <tr>
            <th colspan="3" scope="rowgroup">${place}</th>
          </tr>
          ${rows
            .filter(([other]) => other === place)
            .map(
              ([, ...cells]) =>
                markup`<tr>
                  ${cells.map((cell) => markup`<td>${cell}</td>`)}
                </tr>`,
            )}
        </tbody>`,
    )}
  </table>`;
}

/** An earlier row of a connection has more information than a repetition. */
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
    // Without a number: the row is shown when the entry has left the settings, and others have its number.
    const [place, , result] = rowOf(outcome, nameOf, kept, undefined);
    return [{ uuid, place, result }];
  });
}

/** The rows of moved connections whose entries left the settings in an earlier run. */
function leftRows(
  outcomes: readonly MigrationOutcome[],
  nameOf: ConnectionNameOf,
  kept: readonly KeptRow[],
): readonly ReportRow[] {
  const listed = new Set(outcomes.map((outcome) => ('uuid' in outcome ? outcome.uuid : undefined)));
  return kept
    .filter(({ uuid }) => !listed.has(uuid))
    .map(({ uuid, place, result }) => [
      place,
      '',
      nameOf(uuid) === undefined ? `${result} ${l10n.t('The connection was deleted later.')}` : result,
      removalTexts.done(),
    ]);
}

/** Returns the number of an entry in its list after the run, from 1; undefined if it was removed or is in no list. */
function numberOf(outcome: MigrationOutcome, all: readonly MigrationOutcome[]): number | undefined {
  const { index } = outcome.ref;
  if (index === undefined || isRemoved(outcome)) return undefined;
  const isRemovedBefore = (other: MigrationOutcome) =>
    isRemoved(other) && isSameLocation(other.ref, outcome.ref) && (other.ref.index ?? index) < index;
  return index + 1 - all.filter(isRemovedBefore).length;
}

function isRemoved(outcome: MigrationOutcome): boolean {
  return outcome.outcome !== 'refused' && outcome.removal === 'done';
}

/** @param number The number of the entry in the settings; undefined for none. */
function rowOf(
  outcome: MigrationOutcome,
  nameOf: ConnectionNameOf,
  kept: readonly KeptRow[],
  number: number | undefined,
): ReportRow {
  const entry = number === undefined ? '' : l10n.t('entry {0}', number);
  const at = [locationText(outcome.ref), entry] as const;
  switch (outcome.outcome) {
    case 'migrated':
      return [...at, migratedText(outcome), removalTexts[outcome.removal]()];
    case 'alreadyMigrated': {
      const name = outcome.uuid === undefined ? undefined : nameOf(outcome.uuid);
      const before = kept.find(({ uuid }) => uuid === outcome.uuid)?.result;
      return [
        ...at,
        name === undefined
          ? l10n.t('Not moved again: you deleted this connection.')
          : (before ??
            [
              l10n.t('Already moved to connection “{0}”.', plainText(name)),
              ...repairTexts(outcome.repairs),
            ].join(' ')),
        removalTexts[outcome.removal](),
      ];
    }
    case 'refused':
      return [...at, refusalText(outcome.reason, nameOf), l10n.t('kept')];
  }
}

function migratedText(outcome: Extract<MigrationOutcome, { outcome: 'migrated' }>): string {
  const { connectionId, renamedFrom, resembles, token, unknownFields, repairs } = outcome;
  const tokenTexts = {
    settings: l10n.t('The token is in secret storage.'),
    oldSecret: l10n.t('The token was already in secret storage.'),
    stored: l10n.t('The connection already existed and had a token.'),
  };
  return [
    l10n.t('Moved to connection “{0}”.', plainText(connectionId)),
    token === undefined ? l10n.t('It had no token. Use “Replace Token” to add one.') : tokenTexts[token],
    ...(renamedFrom === undefined
      ? []
      : [l10n.t('Renamed from “{0}”, because another connection has this name.', plainText(renamedFrom))]),
    ...(resembles === undefined ? [] : [l10n.t('Its name is similar to “{0}”.', plainText(resembles))]),
    ...(unknownFields.length === 0
      ? []
      : [l10n.t('These fields are no longer used: {0}.', unknownFields.map(plainText).join(', '))]),
    ...repairTexts(repairs),
  ].join(' ');
}

function repairTexts(repairs: readonly FieldRepair[]): readonly string[] {
  return repairs.map(({ field, by }) =>
    by === 'text'
      ? l10n.t('{0} is not text. Its value was converted to text.', field)
      : l10n.t('The value of {0} is not valid, so the default was used.', field),
  );
}

function refusalText(reason: MigrationRefusal, nameOf: ConnectionNameOf): string {
  switch (reason.problem) {
    case 'malformed':
      return malformedText(reason);
    case 'tokenDiffers':
      return l10n.t(
        'Skipped: “{0}” already has a different token. Nothing was overwritten.',
        plainText(nameOf(reason.uuid) ?? '?'),
      );
    case 'addressChanged':
      return l10n.t(
        'Skipped: “{0}” has another address now, and this token was not created for it.',
        plainText(nameOf(reason.uuid) ?? '?'),
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

function malformedText({ field, expected }: Extract<MigrationRefusal, { problem: 'malformed' }>): string {
  switch (field) {
    case 'serverUrl':
      if (expected === 'bare http address')
        return l10n.t(
          'Skipped: {0} contains a user name, a query or a fragment. Remove that part, or delete the entry.',
          field,
        );
      return l10n.t('Skipped: {0} is not an http address. Fix or delete the entry.', field);
    case 'organizationKey':
      return l10n.t('Skipped: {0} is not an organization key. Fix or delete the entry.', field);
    case undefined:
      return expected === 'array'
        ? l10n.t('Skipped: the setting is not a list of connections. Fix or delete it.')
        : l10n.t('Skipped: the entry is not an object. Fix or delete the entry.');
    default:
      return l10n.t('Skipped: {0} is not valid. Fix or delete the entry.', field);
  }
}

const removalTexts: Readonly<Record<Removal, () => string>> = {
  done: () => l10n.t('removed'),
  laterStart: () => l10n.t('removed the next time the editor starts, if the token is still stored'),
  onRequest: () => l10n.t('kept until you remove it'),
  byHand: () => l10n.t('remove by hand'),
  failed: () => l10n.t('could not be removed, tried again the next time the editor starts'),
};

const adviceTexts: Readonly<Record<Advice, () => string>> = {
  revoke: () =>
    l10n.t(
      'The settings contained tokens in plain text. Copies may remain in the local history of the editor and in Settings Sync. Revoke these tokens on the platform and create new ones.',
    ),
  revokeCommitted: () =>
    l10n.t('Files of the workspace contain tokens that are probably committed. Revoke them on the platform.'),
  commentsLost: () =>
    l10n.t(
      'Comments inside the connection lists are lost when an entry is removed. All other comments are kept.',
    ),
  sync: () => l10n.t('If Settings Sync is on, it removes the entries on your other machines, too.'),
  removeByHand: () =>
    l10n.t('The editor cannot write to the file of some entries. Remove these entries by hand.'),
};

function locationText(ref: SettingsLocation): string {
  const levels = {
    user: l10n.t('User settings'),
    machine: l10n.t('Remote settings'),
    workspace: l10n.t('Workspace settings'),
    folder: l10n.t('Folder settings'),
  };
  return `${levels[ref.level]}, ${settingOf(ref)}`;
}

function settingOf({ section }: Pick<SettingsLocation, 'section'>): string {
  return section === 'server' ? levelledSettings.legacyServer : levelledSettings.legacyCloud;
}
