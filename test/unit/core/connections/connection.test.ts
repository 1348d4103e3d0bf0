import assert from 'node:assert/strict';
import {
  connectionSchema,
  organizationOf,
  proposeConnectionId,
  sameTarget,
  type Target,
} from '../../../../src/core/connections/connection.ts';

describe('proposeConnectionId', () => {
  const target: Target = { kind: 'server', serverUrl: 'https://sq.example.org:9000/sonar' };

  it('proposes the host of the server', () =>
    assert.equal(proposeConnectionId(target, []), 'sq.example.org:9000'));

  it('appends the next free number if the name is taken', () => {
    const taken = ['sq.example.org:9000', 'sq.example.org:9000 (2)'];
    assert.equal(proposeConnectionId(target, taken), 'sq.example.org:9000 (3)');
  });
});

describe('connectionSchema', () =>
  it('takes names and keys of one character, and no empty ones', () => {
    const cloud = {
      kind: 'cloud',
      uuid: 'u',
      connectionId: 'c',
      receiveNotifications: true,
      organizationKey: 'o',
      region: 'EU',
    };
    assert.deepEqual(connectionSchema.parse(cloud), cloud);
    for (const field of ['uuid', 'connectionId', 'organizationKey'])
      assert.ok(!connectionSchema.safeParse({ ...cloud, [field]: '' }).success, field);
  }));

describe('sameTarget', () => {
  it('distinguishes organizations of two regions', () => {
    const eu: Target = { kind: 'cloud', organizationKey: 'a', region: 'EU' };
    assert(sameTarget(eu, { ...eu }));
    assert(!sameTarget(eu, { ...eu, region: 'US' }));
    assert(!sameTarget(eu, { ...eu, organizationKey: 'b' }));
    assert(!sameTarget(eu, { kind: 'server', serverUrl: 'https://a' }));
  });

  it('distinguishes servers by their address', () => {
    const server: Target = { kind: 'server', serverUrl: 'https://a' };
    assert(sameTarget(server, { ...server }));
    assert(!sameTarget(server, { ...server, serverUrl: 'https://b' }));
    assert(!sameTarget(server, { kind: 'cloud', organizationKey: 'a', region: 'EU' }));
  });
});

describe('organizationOf', () =>
  it('returns the organization of a cloud, and none for a server', () => {
    assert.equal(organizationOf({ kind: 'cloud', organizationKey: 'a', region: 'EU' }), 'a');
    assert.equal(organizationOf({ kind: 'server', serverUrl: 'https://a' }), undefined);
  }));
