import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  closedIssue,
  issueFoundAgain,
  newIssue,
  type FindingProperties,
} from '../../../src/emulator/analysis/apply.ts';
import { dateLines, lineHash, track, type Trackable } from '../../../src/emulator/analysis/tracking.ts';

const issue = (line: number, text: string, message = 'm', rule = 'r'): Trackable => ({
  path: 'a.ts',
  rule,
  message,
  line,
  lineHash: lineHash(text),
});

const trackable: fc.Arbitrary<Trackable> = fc.record({
  path: fc.constantFrom('a.ts', 'b.ts'),
  rule: fc.constantFrom('r', 's'),
  message: fc.constantFrom('m', 'n'),
  line: fc.option(fc.integer({ min: 1, max: 4 })),
  lineHash: fc.option(fc.constantFrom('x', 'y')),
});

describe('track', () => {
  it('matches an issue whose line moved or changed, or whose message changed', () => {
    const known = [issue(5, 'old text')];
    for (const found of [issue(9, 'old text'), issue(5, 'new text'), issue(9, 'old text', 'other')])
      assert.deepEqual(track([found], known), known);
    assert.deepEqual(track([issue(9, 'new text')], known), [undefined]);
    assert.deepEqual(track([issue(5, 'old text', 'm', 'other rule')], known), [undefined]);
  });

  it('prefers an issue that stayed to one that moved', () => {
    const stayed = issue(2, 'same');
    const moved = issue(7, 'same');
    assert.deepEqual(track([issue(8, 'same'), issue(2, 'same')], [stayed, moved]), [moved, stayed]);
  });

  it('matches each known issue at most once, and every issue of an unchanged file', () =>
    fc.assert(
      fc.property(fc.array(trackable), fc.array(trackable), (found, known) => {
        const matches = track(found, known).filter((match) => match !== undefined);
        assert.equal(new Set(matches).size, matches.length);
        assert.ok(matches.every((match) => known.includes(match)));
        assert.ok(track(found, [...found]).every((match) => match !== undefined));
      }),
    ));
});

describe('an issue in later analyses', () => {
  const finding: FindingProperties = {
    path: 'a.ts',
    rule: 'r',
    severity: 'MAJOR',
    type: 'BUG',
    message: 'm',
    line: 1,
    textRange: null,
    lineHash: 'h',
    related: null,
    effort: 5,
  };
  const open = newIssue('id', 'branch', finding, 1000);

  it('stays unchanged when the analysis finds no difference', () =>
    assert.equal(issueFoundAgain(open, finding, 2000), open));

  it('keeps the decisions of users, also when it disappears and reappears', () => {
    const falsePositive = { ...open, status: 'RESOLVED', resolution: 'FALSE-POSITIVE' } as const;
    assert.equal(issueFoundAgain(falsePositive, finding, 2000).resolution, 'FALSE-POSITIVE');
    const back = issueFoundAgain(closedIssue(falsePositive, 2000), finding, 3000);
    assert.deepEqual([back.status, back.resolution, back.closedAt], ['RESOLVED', 'FALSE-POSITIVE', null]);
    const severe = { ...open, severity: 'BLOCKER', manualSeverity: 1 } as const;
    assert.equal(issueFoundAgain(severe, finding, 2000).severity, 'BLOCKER');
  });

  it('is closed as fixed when it is not found, and reopened when it was resolved as fixed but is found again', () => {
    const gone = closedIssue(open, 2000);
    assert.deepEqual([gone.status, gone.resolution, gone.closedAt], ['CLOSED', 'FIXED', 2000]);
    assert.equal(closedIssue(gone, 3000), gone);
    assert.equal(issueFoundAgain(gone, finding, 3000).status, 'OPEN');
    const claimed = { ...open, status: 'RESOLVED', resolution: 'FIXED' } as const;
    assert.equal(issueFoundAgain(claimed, finding, 2000).status, 'REOPENED');
  });
});

describe('dateLines', () =>
  it('keeps the dates of lines that moved or were indented, and gives the others new dates', () => {
    const former = { source: 'one\ntwo\nthree', dates: [1, 2, 3] };
    assert.deepEqual(dateLines('zero\n  one\nthree\ntwo', 9, former), [9, 1, 3, 2]);
    assert.deepEqual(dateLines('one\none', 9, former), [1, 9], 'a copy is new');
    assert.deepEqual(dateLines('one', 9, undefined), [9]);
  }));
