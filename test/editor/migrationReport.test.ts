import assert from 'node:assert/strict';
import type { MigrationReport } from '../../src/core/migration/report.ts';
import type { KeptRow } from '../../src/extension/migration/migrationMemory.ts';
import { reportPage, rowsToKeep } from '../../src/extension/migration/reportPage.ts';

const ref = { section: 'server', level: 'user', index: 0 } as const;
const name = '<img src=x>|[a](b)';
const report: MigrationReport = {
  outcomes: [
    {
      ref,
      key: 'k1',
      outcome: 'migrated',
      uuid: 'u1',
      connectionId: name,
      token: 'settings',
      unknownFields: ['<b>'],
      repairs: [],
      removal: 'laterStart',
    },
    {
      ref: { ...ref, index: 1 },
      key: 'k2',
      outcome: 'refused',
      reason: { problem: 'malformed', field: 'serverUrl', expected: 'string' },
    },
  ],
  advice: ['revoke'],
  failures: [{ location: ref, reason: 'EACCES <file>' }],
  removedBefore: 0,
};
const empty: MigrationReport = { outcomes: [], advice: [], failures: [], removedBefore: 0 };
const nameOf = () => name;

describe('the report of the migration', () => {
  it('names each entry with its result, and what to do next', () => {
    const { text } = reportPage(report, nameOf, []);
    const rows = text.match(/<tr>[\s\S]*?<\/tr>/g)?.map((row) => row.replaceAll(/\s+/g, ' ')) ?? [];
    assert.equal(rows.length, 4);
    assert.match(rows[1] ?? '', /<th colspan="3" scope="rowgroup">User settings, .*connections\.server</);
    assert.match(rows[2] ?? '', />entry 1<.*Moved to connection .*<td>removed the next time/);
    assert.match(rows[3] ?? '', />entry 2<.*Skipped: serverUrl .*<td>kept</);
    assert.match(text, /<h2>Next steps<\/h2>\s*<ul>\s*<li>The settings contained tokens in plain text\./);
    assert.match(reportPage(empty, nameOf, []).text, /no connections in/);
  });

  it('says what is wrong with an address that has a user name or a query', () => {
    const reason = { problem: 'malformed', field: 'serverUrl', expected: 'bare http address' } as const;
    const outcome = { ref, key: 'k', outcome: 'refused', reason } as const;
    assert.match(
      reportPage({ ...empty, outcomes: [outcome] }, nameOf, []).text,
      /Skipped: serverUrl contains a user name, a query or a fragment\./,
    );
  });

  it('numbers the entries as they are in the settings, and those that were removed not at all', () => {
    const [moved, refused] = report.outcomes;
    assert.ok(moved?.outcome === 'migrated' && refused);
    const placesOf = (outcomes: MigrationReport['outcomes'], kept: readonly KeptRow[]) =>
      [...reportPage({ ...report, outcomes }, nameOf, kept).text.matchAll(/<tr>\s*<td>([^<]*)<\/td>/g)].map(
        ([, number]) => number,
      );
    const removed = [{ ...moved, removal: 'done' }, refused] as const;
    assert.deepEqual(placesOf(report.outcomes, []), ['entry 1', 'entry 2']);
    assert.deepEqual(placesOf(removed, []), ['', 'entry 1']);
    const kept = rowsToKeep({ ...report, outcomes: removed }, nameOf, []);
    assert.deepEqual(placesOf([{ ...refused, ref }], kept), ['entry 1', '']);
  });

  it('shows names of connections, fields and errors as text, those of earlier reports too', () => {
    const kept = rowsToKeep(report, nameOf, []);
    const later = reportPage(empty, nameOf, kept);
    for (const { text } of [reportPage(report, nameOf, []), later]) {
      assert.doesNotMatch(text, /<img|<b>|<file>/);
      assert.match(text, /&lt;img src=x&gt;\|\[a\] \(b\)/);
    }
  });
});
