import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TextRange } from '../../../../src/core/api/issues.ts';
import type { Finding } from '../../../../src/core/issues/finding.ts';
import { FilePositions, type OpenRange } from '../../../../src/core/issues/positions.ts';
import { fuzzPositions } from '../../../fuzz/issuePositions.ts';
import { findingWith } from '../../../support/findings.ts';

const analysed = [
  'export function total(prices) {',
  '  let sum = 0;',
  '  for (const price of prices) {',
  '    sum = sum + price.amount;',
  '  }',
  '  return sum;',
  '}',
  '',
  'export function mean(prices) {',
  '  if (prices.length === 0) {',
  '    return undefined;',
  '  }',
  '  return total(prices) / prices.length;',
  '}',
];

const md5 = (line: string): string => createHash('md5').update(line.replaceAll(/\s/gu, '')).digest('hex');

/** A finding on a line, from 1, with the hash that the platform gives for this line of `analysed`. */
function findingOn(line: number | undefined, more: Partial<Finding> = {}): Finding {
  return findingWith({
    path: 'a.js',
    line,
    hash: line === undefined ? undefined : md5(analysed[line - 1] ?? ''),
    ...more,
  });
}

/** A finding on the second line of a short text. */
const shortFinding = findingOn(2, { hash: md5('x = 1') });

const onLine = (line: number, startOffset: number, endOffset: number): TextRange => ({
  startLine: line,
  endLine: line,
  startOffset,
  endOffset,
});

/** Returns where the finding is in the text; undefined where it is not shown. */
function placeOf(finding: Finding, open: readonly string[], lineBreak = '\n'): OpenRange | undefined {
  const [placed] = new FilePositions([finding], analysed.join('\n')).in(open.join(lineBreak));
  return placed?.range;
}

/** Returns the text with some lines replaced, from `line` (0-based) on. */
const withLines = (line: number, removed: number, ...added: readonly string[]): readonly string[] =>
  analysed.toSpliced(line, removed, ...added);

describe('the position of an issue', () => {
  it('is the exact range of the platform while the text is unchanged', () => {
    const place = placeOf(findingOn(4, { range: onLine(4, 10, 13) }), analysed);
    assert.deepEqual(place, { startLine: 3, startColumn: 10, endLine: 3, endColumn: 13 });
  });

  it('is the same in a text with Windows line breaks', () => {
    const place = placeOf(findingOn(4, { range: onLine(4, 10, 13) }), analysed, '\r\n');
    assert.deepEqual(place, { startLine: 3, startColumn: 10, endLine: 3, endColumn: 13 });
  });

  it('does not depend on blank lines at the end, to which the platform adds one', () => {
    const [placed] = new FilePositions([findingOn(14)], `${analysed.join('\n')}\n\n`).in(analysed.join('\n'));
    assert.equal(placed?.range.startLine, 13);
  });

  it('is the visible part of the line when the platform gives no range', () => {
    const place = placeOf(findingOn(4), analysed);
    assert.deepEqual(place, { startLine: 3, startColumn: 4, endLine: 3, endColumn: 29 });
  });

  it('follows the line when lines are added and removed above it', () => {
    const open = ['// Sums and means.', '', ...withLines(5, 1)];
    assert.equal(placeOf(findingOn(13), open)?.startLine, 13);
  });

  it('follows the line directly below and above an added line', () => {
    const open = withLines(3, 0, '    log(price);');
    assert.deepEqual(
      [3, 4, 5].map((line) => placeOf(findingOn(line), open)?.startLine),
      [2, 4, 5],
    );
  });

  it('follows a moved function', () => {
    const open = [...analysed.slice(8), '', ...analysed.slice(0, 7)];
    assert.equal(placeOf(findingOn(4), open)?.startLine, 10);
    assert.equal(placeOf(findingOn(11), open)?.startLine, 2);
  });

  it('keeps its columns on the same characters when the line is indented', () => {
    const open = withLines(3, 1, '\t\tsum  = sum + price.amount;');
    const place = placeOf(findingOn(4, { range: onLine(4, 10, 13) }), open);
    assert.deepEqual(place, { startLine: 3, startColumn: 9, endLine: 3, endColumn: 12 });
  });

  it('covers several lines, and only the first one when its last line was edited', () => {
    const range = { startLine: 3, endLine: 5, startOffset: 2, endOffset: 3 };
    const finding = findingOn(3, { range });
    assert.deepEqual(placeOf(finding, analysed), { startLine: 2, startColumn: 2, endLine: 4, endColumn: 3 });
    const place = placeOf(finding, withLines(4, 1, '  } // end'));
    assert.deepEqual(place, { startLine: 2, startColumn: 2, endLine: 2, endColumn: 31 });
  });

  it('is the beginning of the file for an issue without a line', () => {
    const place = placeOf(findingOn(undefined), ['something else']);
    assert.deepEqual(place, { startLine: 0, startColumn: 0, endLine: 0, endColumn: 0 });
  });

  it('is not shown after the line was edited or deleted', () => {
    assert.equal(placeOf(findingOn(4), withLines(3, 1, '    sum += price.amount;')), undefined);
    assert.equal(placeOf(findingOn(4), withLines(3, 1)), undefined);
  });

  it('is not shown on an identical line elsewhere', () => {
    // The first `  }` was removed, and the second one is not the same line.
    assert.equal(placeOf(findingOn(5), withLines(4, 1)), undefined);
  });

  it('follows a whole short text that moved', () => {
    const short = ['', 'x = 1', ')', ')', ''];
    const placed = (open: readonly string[]) =>
      new FilePositions([shortFinding], short.join('\n')).in(open.join('\n'))[0]?.range.startLine;
    assert.equal(placed(['# Names.', ...short]), 2);
    assert.equal(placed(['# Names.', ...short.slice(1), 'y = 2']), 1);
    assert.equal(placed([...short, ')']), 1);
  });

  it('is not shown when a whole short text is in the open one twice, or not completely', () => {
    const placed = (open: readonly string[]) =>
      new FilePositions([shortFinding], '\nx = 1\n').in(open.join('\n'));
    assert.deepEqual(placed(['x = 1', '# Again.', 'x = 1']), []);
    assert.deepEqual(placed(['# Names.', 'x = 10']), []);
    assert.deepEqual(new FilePositions([{ ...shortFinding, hash: undefined }], '\n\n').in('y\n\n'), []);
  });

  it('is not shown when the hash of the issue is not that of the analysed line', () => {
    assert.equal(placeOf(findingOn(4, { hash: md5('something else') }), analysed), undefined);
    assert.equal(placeOf(findingOn(99), analysed), undefined);
  });

  it('is not shown in a text that has nothing in common with the analysed one', () => {
    assert.equal(placeOf(findingOn(4), ['\u0000\u0001', 'PNG']), undefined);
    assert.equal(placeOf(findingOn(4), ['']), undefined);
  });

  it('has the related places, except for those on edited lines', () => {
    const related = [
      { message: 'the function', range: onLine(9, 16, 20) },
      { message: 'the loop', range: onLine(3, 2, 5) },
    ];
    const finding = findingOn(13, { related });
    const open = withLines(2, 1, '  // All prices.', '  for (const one of prices) {');
    const [placed] = new FilePositions([finding], analysed.join('\n')).in(open.join('\n'));
    assert.deepEqual(placed?.related, [
      { message: 'the function', range: { startLine: 9, startColumn: 16, endLine: 9, endColumn: 20 } },
    ]);
  });

  it('never is on another line, whatever the user edits', function () {
    this.timeout(20_000);
    const { misplaced, shown, dropped } = fuzzPositions(1_000_000, 3000);
    assert.deepEqual(misplaced, []);
    // Half a dozen blocks of a short text are edited: most markers survive even that.
    assert.ok(shown > 2 * dropped, `${shown} shown, ${dropped} dropped`);
  });
});
