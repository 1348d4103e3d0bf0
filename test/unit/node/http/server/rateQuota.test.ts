import assert from 'node:assert/strict';
import { RateQuota } from '../../../../../src/node/http/server/rateQuota.ts';

describe('a rate quota', () => {
  let now = 0;
  beforeEach(() => (now = 0));

  it("accepts a tenth of the minute's quota at once, then one at a time, and returns the waiting time", () => {
    const limit = new RateQuota(20, () => now);
    assert.deepEqual(
      [1, 2, 3].map(() => limit.take('ada')),
      [0, 0, 3],
    );
    now = 2_000;
    assert.equal(limit.take('ada'), 1);
    now = 3_000;
    assert.deepEqual(
      [1, 2].map(() => limit.take('ada')),
      [0, 3],
    );
  });

  it('counts each caller separately', () => {
    const limit = new RateQuota(1, () => now);
    assert.equal(limit.take('ada'), 0);
    assert.equal(limit.take('ada'), 60);
    assert.equal(limit.take('grace'), 0);
  });

  it('forgets only the caller that was quiet for longest, beyond ten thousand', () => {
    const limit = new RateQuota(1, () => now);
    for (let caller = 0; caller <= 10_000; caller++) assert.equal(limit.take(`caller ${caller}`), 0);
    assert.equal(limit.take('caller 1'), 60);
    assert.equal(limit.take('caller 0'), 0);
  });
});
