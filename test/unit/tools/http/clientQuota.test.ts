import assert from 'node:assert/strict';
import { ClientQuota } from '../../../../src/tools/http/clientQuota.ts';

describe('the quota of callers', () => {
  let now = 0;
  beforeEach(() => (now = 0));
  /** Ten messages at once, a hundred a minute. */
  const newQuota = (): ClientQuota => new ClientQuota(100, () => now);
  const passed = (
    quota: ClientQuota,
    calls: number,
    digestOf: (call: number) => string | undefined,
  ): number =>
    Array.from({ length: calls }, (_, call) => quota.take(digestOf(call), '192.0.2.1', 1)).filter(
      (wait) => wait === 0,
    ).length;

  it('limits an address that makes up a token for each call to twice what one token may', () =>
    assert.equal(
      passed(newQuota(), 1000, (call) => `token ${call}`),
      20,
    ));

  it('limits an address that sends no token in the same way', () => {
    const quota = newQuota();
    assert.equal(
      passed(quota, 15, () => undefined),
      15,
    );
    assert.equal(
      passed(quota, 1000, (call) => `token ${call}`),
      5,
    );
  });

  it('accepts requests with accepted tokens while their address has used up its quota', () => {
    const quota = newQuota();
    quota.accept('good');
    passed(quota, 1000, (call) => `token ${call}`);
    assert.equal(
      passed(quota, 1000, () => 'good'),
      10,
    );
  });

  it('does not count requests with a refused token against the address', () => {
    const quota = newQuota();
    assert.equal(
      passed(quota, 1000, () => 'greedy'),
      10,
    );
    assert.equal(
      passed(quota, 1000, () => 'other'),
      10,
    );
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
    passed(quota, 100, (call) => `made up ${call}`);
    assert.deepEqual(
      ['token 0', 'token 1', 'token 10000'].map((digest) => quota.take(digest, '192.0.2.1', 1) === 0),
      [false, true, true],
    );
  });
});
