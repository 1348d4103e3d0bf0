import assert from 'node:assert/strict';
import { changeText } from '../../src/extension/gates/notify/gateChangeTexts.ts';
import type { FailingCondition } from '../../src/core/gate/model.ts';
import { changeRecord } from '../support/changeRecord.ts';

const issues: FailingCondition = {
  metric: 'new_violations',
  comparator: 'GT',
  threshold: '0',
  actual: '0',
  was: '7',
};
const coverage: FailingCondition = {
  metric: 'new_coverage',
  comparator: 'LT',
  threshold: '80',
  actual: '81.2',
  was: '75',
};
const passed = (...conditions: FailingCondition[]): string => {
  const change = changeRecord(1, { from: 'ERROR', to: 'OK', conditions });
  return changeText({ ...change, projectName: 'Web Shop', branch: undefined });
};

describe('the notification of a passed gate', () => {
  it('says how many issues were fixed, and what reached its bound', () =>
    assert.equal(
      passed(issues, coverage),
      'Web Shop passed its quality gate (was: failed): 7 issues on new code fixed; Coverage on new code 81.2%, 80% required.',
    ));

  it('says the value of a condition whose count did not fall, because its bound was raised', () =>
    assert.equal(
      passed({ ...issues, threshold: '9', actual: '7' }),
      'Web Shop passed its quality gate (was: failed): 7 issues on new code, 9 allowed.',
    ));

  it('shows the sign of a comparator, and a slash for one that it does not know', () => {
    const compared = (comparator: string) => passed({ ...coverage, comparator }).replace(/^.*: /u, '');
    assert.equal(compared('NE'), 'Coverage on new code 81.2% ≠ 80%.');
    assert.equal(compared('constructor'), 'Coverage on new code 81.2% / 80%.');
  });

  it('says only that it passed if the conditions that failed are unknown', () =>
    assert.equal(passed(), 'Web Shop passed its quality gate (was: failed).'));
});
