import assert from 'node:assert/strict';
import { StreamQuota } from '../../../src/relay/streamQuota.ts';

describe('StreamQuota', () => {
  let now = 0;
  beforeEach(() => (now = 0));

  interface Stream {
    readonly keyId: string;
  }

  function opened(quota: StreamQuota<Stream>, keyId: string, count: number): Stream[] {
    const streams = Array.from({ length: count }, () => ({ keyId }));
    for (const stream of streams) {
      assert.equal(quota.roomFor(keyId), undefined);
      quota.add(stream);
    }
    return streams;
  }

  it("closes the oldest stream of a key at the key's limit, once it is 30 seconds old", () => {
    const quota = new StreamQuota<Stream>({ maxStreams: 10, maxPerKey: 2, now: () => now });
    const [oldest] = opened(quota, 'a', 2);
    now = 29_999;
    assert.equal(quota.roomFor('a'), 'full');
    now = 30_000;
    assert.equal(quota.roomFor('a'), oldest);
    assert.equal(quota.roomFor('b'), undefined);
  });

  it('closes the oldest stream of the key that has most, for a key that has fewer [N2]', () => {
    const quota = new StreamQuota<Stream>({ maxStreams: 5, maxPerKey: 5, now: () => now });
    const [oldest] = opened(quota, 'a', 3);
    opened(quota, 'b', 2);
    assert.equal(quota.roomFor('c'), oldest);
    // With one more, b would have more than a.
    assert.equal(quota.roomFor('b'), 'full');
    assert.equal(quota.roomFor('a'), 'full');
  });

  it('counts a stream until it has ended', () => {
    const quota = new StreamQuota<Stream>({ maxStreams: 2, maxPerKey: 2, now: () => now });
    const [first] = opened(quota, 'a', 2);
    assert(first);
    quota.remove(first);
    quota.remove(first);
    assert.equal(quota.roomFor('b'), undefined);
  });
});
