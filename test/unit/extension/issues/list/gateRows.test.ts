import assert from 'node:assert/strict';
import { Failure } from '../../../../../src/core/failures.ts';
import type { Finding, FindingState } from '../../../../../src/core/issues/finding.ts';
import type { ConditionFindings } from '../../../../../src/core/issues/gateFindings.ts';
import {
  gateRow,
  progressOf,
  rowsBelow,
  rowsOfGate,
  type GateFilter,
  type GateListing,
  type GateRow,
} from '../../../../../src/extension/issues/list/gateRows.ts';
import { findingWith } from '../../../../support/findings.ts';

const finding = (key: string, change: Partial<Finding> = {}): Finding =>
  findingWith({ key, message: key, ...change });

const group = (
  metricKey: string,
  findings: readonly Finding[],
  change: Partial<ConditionFindings> = {},
): ConditionFindings => ({
  conditions: [{ status: 'ERROR', metricKey }],
  findings,
  unread: 0,
  isComplete: true,
  ...change,
});

const listing = (groups: readonly ConditionFindings[], change: Partial<GateListing> = {}): GateListing => ({
  uuid: 'u',
  projectKey: 'p',
  branch: undefined,
  projectName: 'P',
  state: 'read',
  groups,
  ...change,
});

const options = (states: Readonly<Record<string, FindingState>> = {}, filter: GateFilter = 'all') => ({
  statesIn: () => (one: Finding) => states[one.key] ?? 'open',
  filter,
  login: 'ada',
});

/** The rows as a drawing: each with its depth, what it is, and what is left. */
function drawn(
  rows: readonly GateRow[],
  listed: GateListing,
  of: ReturnType<typeof options>,
  depth = 0,
): readonly string[] {
  return rows.flatMap((row) => {
    const indent = '  '.repeat(depth);
    switch (row.kind) {
      case 'condition':
      case 'findingsOfFile': {
        const name = row.kind === 'condition' ? row.conditions[0].metricKey : row.path;
        const line = `${indent}${name} ${row.left}/${row.total}`;
        return [line, ...drawn(rowsBelow(row, listed, of), listed, of, depth + 1)];
      }
      case 'finding':
        return [`${indent}${row.finding.key} ${row.state}`];
      case 'gateNote':
        return [`${indent}(${row.note.says})`];
      case 'failedGate':
        return [`${indent}${row.projectName} ${row.left}/${row.total}`];
    }
  });
}
const draw = (of: GateListing, with_ = options()) => drawn(rowsOfGate(of, with_), of, with_);

describe('the list of what is left to do about a gate', () => {
  const bug = finding('bug', { line: 9, assignee: 'ada' });
  const smell = finding('smell', { line: 2 });
  const other = finding('other', { path: 'src/b.js' });
  const hotspot = finding('spot', { kind: 'hotspot' });
  const uncovered = finding('lines', { kind: 'uncovered', path: 'src/b.js' });

  it('has conditions, their files and the findings of each by line, with what is left', () => {
    const states = { bug: 'edited' } as const;
    assert.deepEqual(draw(listing([group('new_violations', [bug, other, smell])]), options(states)), [
      'new_violations 2/3',
      '  src/a.js 1/2',
      '    smell open',
      '    bug edited',
      '  src/b.js 1/1',
      '    other open',
    ]);
  });

  it('leaves out findings whose status the user has changed, but counts them as done', () => {
    assert.deepEqual(draw(listing([group('bugs', [bug, smell])]), options({ bug: 'closed' })), [
      'bugs 1/2',
      '  src/a.js 1/2',
      '    smell open',
    ]);
  });

  it('counts a finding of two conditions once for the gate', () => {
    const both = listing([group('new_bugs', [bug]), group('new_violations', [bug, smell])]);
    assert.deepEqual(progressOf(both, options({ bug: 'edited' })), { left: 1, total: 2 });
    assert.equal(gateRow(both, options()).left, 2);
  });

  for (const [filter, rows] of [
    ['mine', ['new_violations 1/1', '  src/a.js 1/1', '    bug open']],
    ['hotspots', ['security_hotspots 1/1', '  src/a.js 1/1', '    spot open']],
    ['coverage', ['coverage 1/1', '  src/b.js 1/1', '    lines open']],
    ['duplications', ['(filtered)']],
    ['newCode', ['new_violations 2/2', '  src/a.js 2/2', '    smell open', '    bug open']],
  ] as const)
    it(`has with the filter “${filter}” only such findings, and their conditions`, () => {
      const groups = [
        group('new_violations', [bug, smell]),
        group('security_hotspots', [hotspot]),
        group('coverage', [uncovered]),
      ];
      assert.deepEqual(draw(listing(groups), options({}, filter)), rows);
    });

  it('has a row of a condition without places, and says how many findings were not read', () => {
    const groups = [group('lines', [], { isComplete: false }), group('bugs', [bug], { unread: 7 })];
    assert.deepEqual(draw(listing(groups)), [
      'lines 0/0',
      'bugs 1/1',
      '  src/a.js 1/1',
      '    bug open',
      '  (unread)',
    ]);
  });

  it('says that it is read, that reading failed above the former rows, and that nothing fails any longer', () => {
    const groups = [group('bugs', [bug])];
    const rows = ['bugs 1/1', '  src/a.js 1/1', '    bug open'];
    assert.deepEqual(draw(listing(groups, { state: 'reading' })), [...rows, '(reading)']);
    const failure = new Failure('timeout', 'no answer');
    assert.deepEqual(draw(listing(groups, { state: 'failed', failure })), ['(failed)', ...rows]);
    assert.deepEqual(draw(listing([])), ['(nothing)']);
  });

  it('has rows that hold no lists of findings, because the editor keeps rows that it has drawn', () => {
    const listed = listing([group('bugs', [bug, smell])]);
    const [condition] = rowsOfGate(listed, options());
    assert.ok(condition?.kind === 'condition');
    const [file] = rowsBelow(condition, listed, options());
    for (const row of [condition, file]) assert.doesNotMatch(JSON.stringify(row), /"smell"/u);
  });

  it('gives each row an id of its own', () => {
    const both = listing([group('new_bugs', [bug]), group('new_violations', [bug, smell])]);
    const idsOf = (rows: readonly GateRow[]): readonly string[] =>
      rows.flatMap((row) => {
        const hasRows = row.kind === 'condition' || row.kind === 'findingsOfFile';
        return [row.id, ...(hasRows ? idsOf(rowsBelow(row, both, options())) : [])];
      });
    const ids = idsOf(rowsOfGate(both, options()));
    assert.equal(new Set(ids).size, ids.length);
  });
});
