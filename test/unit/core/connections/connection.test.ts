import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  connectionSchema,
  organizationOf,
  parseServerUrl,
  proposeConnectionId,
  sameTarget,
  type Target,
} from '../../../../src/core/connections/connection.ts';

describe('parseServerUrl', () => {
  for (const [typed, stored] of [
    ['https://sq.example.org', 'https://sq.example.org'],
    ['  HTTPS://SQ.Example.org:443/ ', 'https://sq.example.org'],
    ['http://localhost:9000//', 'http://localhost:9000'],
    ['https://example.org/sonar/', 'https://example.org/sonar'],
    ['http://[::1]:9000/', 'http://[::1]:9000'],
  ] as const)
    it(`stores ${typed} as ${stored}`, () => {
      assert.equal(parseServerUrl(typed), stored);
    });

  for (const typed of [
    '',
    'sq.example.org',
    'ftp://a',
    'file:///a',
    'https://',
    'https://u:p@a',
    'https://u@a',
    'https://:p@a',
    'https://a?b',
    'https://a#b',
  ])
    it(`refuses "${typed}"`, () => {
      assert.equal(parseServerUrl(typed), undefined);
    });

  it('leaves its own result unchanged', () => {
    const scheme = fc.constantFrom('http://', 'HTTPS://');
    const host = fc.constantFrom('Host.example', '127.1:80', '[::1]:9000', 'bücher.example');
    // Not `fc.webUrl`: a second of processor time, which is the whole of this test's on a busy machine.
    const path = fc.string({ unit: fc.constantFrom('a', '/', '.', '%2e', '%', ' ', 'é', '~') });
    fc.assert(
      fc.property(scheme, host, path, (...[start, name, rest]) => {
        const stored = parseServerUrl(`${start}${name}/${rest}`);
        assert(stored !== undefined);
        assert.equal(parseServerUrl(stored), stored);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => (parseServerUrl(text), true)));
  });
});

describe('proposeConnectionId', () => {
  const target: Target = { kind: 'server', serverUrl: 'https://sq.example.org:9000/sonar' };

  it('proposes the host of the server', () => {
    assert.equal(proposeConnectionId(target, []), 'sq.example.org:9000');
  });

  it('appends the next free number if the name is taken', () => {
    const taken = ['sq.example.org:9000', 'sq.example.org:9000 (2)'];
    assert.equal(proposeConnectionId(target, taken), 'sq.example.org:9000 (3)');
  });
});

describe('connectionSchema', () => {
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
  });
});

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

describe('organizationOf', () => {
  it('returns the organization of a cloud, and none for a server', () => {
    assert.equal(organizationOf({ kind: 'cloud', organizationKey: 'a', region: 'EU' }), 'a');
    assert.equal(organizationOf({ kind: 'server', serverUrl: 'https://a' }), undefined);
  });
});
