import assert from 'node:assert/strict';
import { type LegacyIdentity, sameIdentity } from '../../../../src/core/connections/store.ts';

describe('sameIdentity', () =>
  it('distinguishes legacy elements by kind, address and name', () => {
    const element: LegacyIdentity = { kind: 'server', address: 'https://example.org', id: 'main' };
    assert.ok(sameIdentity(element, { ...element }));
    const others: LegacyIdentity[] = [
      { ...element, kind: 'cloud' },
      { ...element, address: 'https://other.example' },
      { ...element, id: 'other' },
      { ...element, id: null },
    ];
    for (const other of others) assert.ok(!sameIdentity(element, other), JSON.stringify(other));
  }));
