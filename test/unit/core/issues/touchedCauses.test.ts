import assert from 'node:assert/strict';
import type { Finding, FindingState } from '../../../../src/core/issues/finding.ts';
import { touchedCauses } from '../../../../src/core/issues/touchedCauses.ts';
import { findingWith } from '../../../support/findings.ts';

const finding = (key: string, path: string): Finding => findingWith({ key, message: key, path });

const states: Readonly<Record<string, FindingState>> = { edited: 'edited', accepted: 'closed' };
const changes = {
  changed: new Set(['mine.js', 'deleted.js']),
  gone: new Set(['deleted.js']),
  stateOf: ({ key }: Finding) => states[key] ?? 'open',
};

describe('touchedCauses', () => {
  it('counts edited lines, deleted files, what is left in changed files and elsewhere; not what was closed', () => {
    const left = finding('left', 'mine.js');
    const findings = [
      left,
      finding('edited', 'mine.js'),
      finding('accepted', 'mine.js'),
      finding('lost', 'deleted.js'),
      finding('other', 'other.js'),
    ];
    const conditions = [{ status: 'ERROR', metricKey: 'new_violations' }] as const;
    const [causes] = touchedCauses(
      [{ conditions: [...conditions], findings, unread: 3, isComplete: true }],
      changes,
    );
    assert.deepEqual(causes, {
      conditions,
      edited: 1,
      gone: 1,
      here: [left],
      elsewhere: 1 + 3,
      isComplete: true,
    });
  });
});
