import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatPlatformDate, parsePlatformDate } from '../../../../src/core/api/dates.ts';

describe('platform dates', () => {
  it('survive a round trip to the second', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) =>
        assert.equal(parsePlatformDate(formatPlatformDate(seconds * 1000)), seconds * 1000),
      ),
    ));

  for (const text of ['2026-01-02T05:04:05+0200', '2026-01-02T05:04:05+02:00', '2026-01-02T03:04:05Z'])
    it(`reads ${text}`, () => assert.equal(parsePlatformDate(text), Date.UTC(2026, 0, 2, 3, 4, 5)));

  it('returns undefined for text that is not a date', () =>
    assert.equal(parsePlatformDate('yesterday'), undefined));
});
