import assert from 'node:assert/strict';
import { evaluateGate, withValuesOnly } from '../../../src/emulator/gate/evaluate.ts';
import type { Condition } from '../../../src/emulator/store/projects.ts';
import { newIssue } from '../../../src/emulator/analysis/apply.ts';
import { computeMeasures, type MeasuredFile } from '../../../src/emulator/gate/measures.ts';
import type { Issue, IssueType, Severity } from '../../../src/emulator/store/issues/issues.ts';

const conditions: readonly Condition[] = [
  { metric: 'violations', op: 'GT', error: '9' },
  { metric: 'new_coverage', op: 'LT', error: '80' },
];
const evaluate = (
  values: Readonly<Record<string, string>>,
  ignoresFewNewLines = true,
): ReturnType<typeof evaluateGate> =>
  evaluateGate(conditions, (metric) => values[metric], { ignoresFewNewLines });

describe('evaluateGate', () => {
  it('passes a value at the limit and fails one beyond it', () => {
    assert.equal(evaluate({ violations: '9' }).level, 'OK');
    assert.equal(evaluate({ violations: '10' }).level, 'ERROR');
    assert.equal(evaluate({ new_coverage: '80.0' }).level, 'OK');
    assert.equal(evaluate({ new_coverage: '79.9' }).level, 'ERROR');
  });

  it('passes a gate without conditions and a condition without a value', () => {
    assert.equal(evaluateGate([], () => '1', { ignoresFewNewLines: true }).level, 'OK');
    const result = evaluate({});
    assert.deepEqual([result.level, withValuesOnly(result).conditions], ['OK', []]);
  });

  it('ignores the coverage of few new lines, and reports that, in versions that do', () => {
    const values = { new_coverage: '0.0', new_lines: '19' };
    const lenient = evaluate(values);
    assert.deepEqual([lenient.level, lenient.ignoredConditions], ['OK', true]);
    const strict = evaluate(values, false);
    assert.deepEqual([strict.level, strict.ignoredConditions], ['ERROR', false]);
    assert.equal(evaluate({ ...values, new_lines: '20' }).level, 'ERROR');
  });
});

const facts = {
  ncloc: 10,
  comment_lines: 10,
  functions: 1,
  classes: 0,
  statements: 5,
  complexity: 2,
  cognitive_complexity: 1,
};
const file = (path: string, more: Partial<MeasuredFile> = {}): MeasuredFile => ({
  path,
  scope: 'MAIN',
  lineDates: [100, 100, 200],
  facts,
  ...more,
});
const issue = (path: string, type: IssueType, severity: Severity, createdAt = 100): Issue =>
  newIssue(
    `${path}-${type}-${createdAt}`,
    'branch',
    {
      path,
      rule: 'r',
      severity,
      type,
      message: 'm',
      line: 1,
      textRange: null,
      lineHash: null,
      related: null,
      effort: 30,
    },
    createdAt,
  );

describe('computeMeasures', () => {
  it('adds up files to directories and to the project', () => {
    const measures = computeMeasures(
      [file('src/a.ts'), file('src/deep/b.ts'), file('c.ts')],
      [issue('src/deep/b.ts', 'BUG', 'CRITICAL')],
      null,
    );
    assert.deepEqual([...measures.keys()].toSorted(), [
      '',
      'c.ts',
      'src',
      'src/a.ts',
      'src/deep',
      'src/deep/b.ts',
    ]);
    const ncloc = (path: string): string | undefined => measures.get(path)?.get('ncloc');
    assert.deepEqual([ncloc(''), ncloc('src'), ncloc('src/deep')], ['30', '20', '10']);
    assert.equal(measures.get('src')?.get('violations'), '1');
    assert.equal(measures.get('src/a.ts')?.get('violations'), '0');
    assert.equal(measures.get('')?.get('reliability_rating'), '4.0');
    assert.equal(measures.get('src/a.ts')?.get('reliability_rating'), '1.0');
    assert.equal(measures.get('')?.get('comment_lines_density'), '50.0');
  });

  it('counts neither the size of tests nor resolved issues', () => {
    const resolved = { ...issue('a.ts', 'BUG', 'MAJOR'), status: 'RESOLVED', resolution: 'WONTFIX' } as const;
    const project = computeMeasures([file('a.ts', { scope: 'TEST' })], [resolved], null).get('');
    assert.equal(project?.get('ncloc'), '0');
    assert.equal(project.get('violations'), '0');
    assert.equal(project.get('accepted_issues'), '1');
  });

  it('has measures of new code only with a period, and counts only lines and issues after its start', () => {
    const files = [
      file('a.ts', {
        facts: {
          ...facts,
          lineHits: [
            [1, 1],
            [3, 0],
          ],
          duplications: [{ first: 2, last: 3, copies: [] }],
        },
      }),
    ];
    const issues = [issue('a.ts', 'CODE_SMELL', 'MAJOR', 100), issue('a.ts', 'CODE_SMELL', 'MAJOR', 200)];
    const without = computeMeasures(files, issues, null).get('');
    assert.ok([...(without?.keys() ?? [])].every((key) => !key.startsWith('new_')));
    const project = computeMeasures(files, issues, 100).get('');
    const values = [
      'new_lines',
      'new_violations',
      'violations',
      'coverage',
      'new_coverage',
      'new_duplicated_lines',
    ];
    assert.deepEqual(
      values.map((key) => project?.get(key)),
      ['1', '1', '2', '50.0', '0.0', '1'],
    );
  });

  it('rates maintainability by the ratio of the debt to the cost of the code', () => {
    // 10 lines cost 300 minutes: 30 minutes of debt are a tenth.
    const rating = (count: number): string | undefined =>
      computeMeasures(
        [file('a.ts')],
        Array.from({ length: count }, (_, index) => issue('a.ts', 'CODE_SMELL', 'MAJOR', index)),
        null,
      )
        .get('')
        ?.get('sqale_rating');
    assert.deepEqual([rating(0), rating(1), rating(2), rating(6)], ['1.0', '2.0', '3.0', '5.0']);
  });
});
