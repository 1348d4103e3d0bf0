import assert from 'node:assert/strict';
import { proofsIn } from '../../../scripts/promises.ts';

describe('the promises after a run of all tests', () => {
  it('are not proven when no test of one ran, or when one was skipped without a reason', () => {
    const records = [
      { title: 'a keeps [A1]', ms: 1 },
      { title: 'a hides [A1]', ms: 0, skippedFor: '' },
      { title: 'a keeps [B1] and [B2]', ms: 1 },
      { title: '"before each" hook for "a counts [C1]"', ms: 70 },
    ];
    assert.deepEqual(proofsIn(records, ['A1', 'B1', 'B2', 'C1']), {
      missing: ['A1: skipped without a reason: a hides [A1]', 'C1: no test of it ran'],
      notHere: [],
    });
  });

  it('are not proven here where the test names the program that is missing', () => {
    const records = [
      { title: 'a keeps [A1]', ms: 0, skippedFor: 'tmux' },
      { title: 'b keeps [B1]', ms: 0, skippedFor: 'sshd' },
      { title: 'b hides [B1]', ms: 1 },
    ];
    assert.deepEqual(proofsIn(records, ['A1', 'B1']), {
      missing: [],
      notHere: ['A1: without tmux: a keeps [A1]', 'B1, in part: without sshd: b keeps [B1]'],
    });
  });
});
