import assert from 'node:assert/strict';
import { ClientQuota } from '../../../../src/tools/http/clientQuota.ts';

describe('the quota of callers', () => {
  let now = 0;
  beforeEach(() => (now = 0));
  /** Ten messages at once, a hundred a minute. */
  const newQuota = (): ClientQuota => new ClientQuota(100, () => now);
  /** Asserts how many of these calls of one message pass. */
  const assertPassed = (
    expected: number,
    quota: ClientQuota,
    calls: number,
    digestOf: (call: number) => string | undefined,
  ): void => {
    const waits = Array.from({ length: calls }, (_, call) => quota.take(digestOf(call), '192.0.2.1', 1));
    assert.equal(waits.filter((wait) => wait === 0).length, expected);
  };

  it('limits an address that makes up a token for each call to twice what one token may', () =>
    assertPassed(20, newQuota(), 1000, (call) => `token ${call}`));

  it('limits an address that sends no token in the same way', () => {
    const quota = newQuota();
    assertPassed(15, quota, 15, () => undefined);
    assertPassed(5, quota, 1000, (call) => `token ${call}`);
  });

  it('accepts requests with accepted tokens while their address has used up its quota', () => {
    const quota = newQuota();
    quota.accept('good');
    assertPassed(20, quota, 1000, (call) => `token ${call}`);
    assertPassed(10, quota, 1000, () => 'good');
  });

  it('does not count requests with a refused token against the address', () => {
    const quota = newQuota();
    assertPassed(10, quota, 1000, () => 'greedy');
    assertPassed(10, quota, 1000, () => 'other');
  });

  it('counts every message of a request, and reports how many fit', () => {
    const quota = newQuota();
    assert.equal(quota.atOnce, 10);
    assert.equal(quota.take('a', '192.0.2.1', 9), 0);
    assert.equal(quota.take('a', '192.0.2.1', 2), 1);
    assert.equal(quota.take('a', '192.0.2.1', 1), 0);
  });

  it('remembers ten thousand accepted tokens', () => {
    const quota = newQuota();
    for (let number = 0; number <= 10_000; number++) quota.accept(`token ${number}`);
    assertPassed(20, quota, 100, (call) => `made up ${call}`);
    assert.deepEqual(
      ['token 0', 'token 1', 'token 10000'].map((digest) => quota.take(digest, '192.0.2.1', 1) === 0),
      [false, true, true],
    );
  });
});
