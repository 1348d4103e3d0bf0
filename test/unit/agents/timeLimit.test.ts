import assert from 'node:assert/strict';
import { TimeLimit } from '../../../src/agents/timeLimit.ts';

describe('TimeLimit', () => {
  it('refuses what is late, and leaves programs a whole millisecond at least', () => {
    let now = 0;
    const limit = new TimeLimit(100, () => now);
    const seen = [0, 10.4, 100, 100.1, 500].map((time) => {
      now = time;
      return [limit.isOver, limit.leftMs];
    });
    assert.deepEqual(seen, [
      [false, 100],
      [false, 90],
      [false, 1],
      [true, 1],
      [true, 1],
    ]);
    assert.throws(() => {
      limit.refuseLate();
    }, /more than can be checked in time/);
    now = 100;
    limit.refuseLate();
  });
});
