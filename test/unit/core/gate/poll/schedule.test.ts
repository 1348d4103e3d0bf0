import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { firstDelay, nextDelay, shortestIntervalMs } from '../../../../../src/core/gate/poll/schedule.ts';

const cadence = { intervalMs: 60_000, isFocused: true, random: 0.5 };
const quarter = 15 * 60_000;
const hour = 60 * 60_000;

describe('nextDelay', () => {
  it('is the interval, give or take a tenth', () => {
    assert.equal(nextDelay({ ...cadence, random: 0 }, { failures: 0 }), 54_000);
    assert.equal(nextDelay(cadence, { failures: 0 }), 60_000);
    assert.ok(nextDelay({ ...cadence, random: 0.999 }, { failures: 0 }) < 66_000);
  });

  it('is the interval while a platform has been unreachable for less than five minutes, however often it failed', () => {
    for (const outageMs of [-hour, 0, 150_000, 300_000])
      assert.equal(nextDelay(cadence, { failures: 30, outageMs }), 60_000);
    const fast = { ...cadence, intervalMs: 10_000 };
    assert.equal(nextDelay(fast, { failures: 30, outageMs: 300_000 }), 10_000);
  });

  it('grows with the time that a platform has been unreachable beyond five minutes, up to a quarter of an hour', () => {
    assert.equal(nextDelay(cadence, { failures: 9, outageMs: 10 * 60_000 }), 150_000);
    assert.equal(nextDelay(cadence, { failures: 9, outageMs: 100 * hour }), quarter);
  });

  it('doubles with each refusal, up to a quarter of an hour', () => {
    assert.equal(nextDelay(cadence, { failures: 1 }), 120_000);
    assert.equal(nextDelay(cadence, { failures: 3 }), 480_000);
    assert.equal(nextDelay(cadence, { failures: 1000 }), quarter);
  });

  it('is never sooner than the platform asks, and never hours', () => {
    assert.ok(nextDelay(cadence, { failures: 1, retryAfterMs: 300_000 }) >= 300_000);
    assert.ok(nextDelay(cadence, { failures: 1, retryAfterMs: 100 * hour }) <= 1.1 * hour);
  });

  it('never goes below the shortest interval, whatever the setting says', () =>
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: 0, max: 0.99, noNaN: true }), (intervalMs, random) => {
        const delay = nextDelay({ ...cadence, intervalMs, random }, { failures: 0 });
        assert.ok(delay >= 0.9 * shortestIntervalMs);
      }),
    ));

  it('is a quarter of an hour while every change is pushed, with or without focus, and never shorter than without push', () => {
    for (const isFocused of [true, false])
      assert.equal(nextDelay({ ...cadence, isFocused, isPushed: true }, { failures: 0 }), quarter);
    assert.equal(nextDelay({ ...cadence, intervalMs: hour, isPushed: true }, { failures: 0 }), hour);
  });

  it('is five times as long while no window has the focus', () =>
    assert.equal(nextDelay({ ...cadence, isFocused: false }, { failures: 0 }), 300_000));

  it('is the interval of the user without focus, if it is not shorter than the other interval', () => {
    const unfocused = { ...cadence, isFocused: false };
    assert.equal(nextDelay({ ...unfocused, unfocusedIntervalMs: 120_000 }, { failures: 0 }), 120_000);
    assert.equal(nextDelay({ ...unfocused, unfocusedIntervalMs: 10_000 }, { failures: 0 }), 60_000);
    assert.equal(nextDelay({ ...cadence, unfocusedIntervalMs: 120_000 }, { failures: 0 }), 60_000);
  });
});

describe('firstDelay', () => {
  const now = 1_000_000_000;

  it('is short if no earlier poll is known', () =>
    assert.equal(firstDelay(cadence, { failures: 0 }, now), 500));

  it('continues where the last poller stopped', () => {
    assert.equal(firstDelay(cadence, { failures: 0, lastSuccess: now - 20_000 }, now), 40_000);
    const failure = { code: 'unreachable', since: now };
    assert.equal(
      firstDelay(cadence, { failures: 1, failure, nextPollAt: now + 7000, nextPollIn: 9000 }, now),
      7000,
    );
  });

  it('never exceeds the longest back-off after a jump of the clock', () =>
    fc.assert(
      fc.property(fc.integer(), (jump) => {
        assert.ok(firstDelay(cadence, { failures: 0, lastSuccess: now + jump }, now) <= 60_000);
        const failure = { code: 'timeout', since: now };
        const record = { failures: 1, failure, nextPollAt: now + jump, nextPollIn: 120_000 };
        assert.ok(firstDelay(cadence, record, now) <= 120_000);
      }),
    ));
});
