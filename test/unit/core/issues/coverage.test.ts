import assert from 'node:assert/strict';
import type { SourceLine } from '../../../../src/core/api/sources.ts';
import { coverableLines } from '../../../../src/core/issues/coverage.ts';

const texts = ['const first = one(prices);', '', 'if (first > limit) second(prices);', '// Done.'];
const analyzed = texts.join('\n');
const lines: readonly SourceLine[] = [
  { line: 1, lineHits: 3, isNew: false },
  { line: 2 },
  { line: 3, lineHits: 0, conditions: 2, coveredConditions: 1, isNew: true },
  { line: 4 },
];

describe('the coverable lines of a file', () => {
  it('are those that tests can run, with their hits and branches', () =>
    assert.deepEqual(coverableLines({ analyzed, lines }, analyzed, false), [
      { line: 0, hits: 3, branches: { covered: 0, total: 0 } },
      { line: 2, hits: 0, branches: { covered: 1, total: 2 } },
    ]));

  it('are only those of new code if the condition counts no others', () =>
    assert.deepEqual(
      coverableLines({ analyzed, lines }, analyzed, true).map(({ line }) => line),
      [2],
    ));

  it('count as new code where the platform does not say which lines are new', () => {
    const unknown = lines.map(({ isNew: _isNew, ...line }) => line);
    assert.equal(coverableLines({ analyzed, lines: unknown }, analyzed, true).length, 2);
  });

  it('are at their places in the open text, without those that were edited', () => {
    const moved = ['// New.', ...texts].join('\n');
    const places = (open: string) => coverableLines({ analyzed, lines }, open, false).map(({ line }) => line);
    assert.deepEqual(places(moved), [1, 3]);
    assert.deepEqual(places(analyzed.replace('one(prices)', 'one(all)')), [2]);
  });

  it('are none for a text that the user may not see', () =>
    assert.deepEqual(coverableLines({ analyzed: '', lines: [] }, analyzed, false), []));
});
