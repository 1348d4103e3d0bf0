import assert from 'node:assert/strict';
import { daysLeft } from '../../../../src/core/connections/token.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('daysLeft', () => {
  it('counts whole days within the last week, and returns undefined before', () => {
    assert.equal(daysLeft('2026-11-29T12:00:00+0000', now), undefined);
    assert.equal(daysLeft('2026-11-28T12:00:00+0000', now), 7);
    assert.equal(daysLeft('2026-11-23T00:00:00+0000', now), 1);
    assert.equal(daysLeft('2026-11-22T00:00:00+0000', now), 0);
  });

  it('stays at 0 for a token that has expired', () =>
    assert.equal(daysLeft('2020-01-01T00:00:00+0000', now), 0));

  it('returns undefined for a token without an end, and for a malformed date', () => {
    assert.equal(daysLeft(undefined, now), undefined);
    assert.equal(daysLeft('some day', now), undefined);
  });
});
