import assert from 'node:assert/strict';
import fc from 'fast-check';
import { elementsOf, readElement } from '../../../../src/core/migration/element.ts';
import type { LegacySection } from '../../../../src/core/migration/settings.ts';
import { fieldOf } from '../../../support/lists.ts';

const malformed = (expected: string, field?: string) => ({
  problem: 'malformed',
  expected,
  ...(field !== undefined && { field }),
});

describe('readElement', () => {
  it('reads a server element in the form that we store [CO1]', () => {
    const element = {
      connectionId: 'main',
      serverUrl: ' HTTPS://Example.ORG:443/base// ',
      token: ' t ',
      disableNotifications: true,
      projects: {},
    };
    assert.deepEqual(readElement('server', element), {
      target: { kind: 'server', serverUrl: 'https://example.org/base' },
      identity: { kind: 'server', address: 'https://example.org/base', id: 'main' },
      receiveNotifications: false,
      token: 't',
      oldKeys: [element.serverUrl, 'https://example.org/base'],
      hasUnreadableToken: false,
      unknownFields: ['projects'],
      repairs: [],
    });
  });

  it('reads a cloud element, in the EU unless it says otherwise [CO2]', () => {
    const read = (region?: string) =>
      readElement('cloud', { organizationKey: 'acme', ...(region && { region }) });
    assert.deepEqual(read(), {
      target: { kind: 'cloud', organizationKey: 'acme', region: 'EU' },
      identity: { kind: 'cloud', address: 'EU/acme', id: null },
      receiveNotifications: true,
      token: undefined,
      oldKeys: ['EU_acme', 'acme'],
      hasUnreadableToken: false,
      unknownFields: [],
      repairs: [],
    });
    const us = read('us');
    assert('target' in us && us.target.kind === 'cloud' && us.target.region === 'US');
  });

  it('looks for the old secret under the address as it was typed, first', () => {
    const element = readElement('server', { serverUrl: 'https://example.org//' });
    assert('oldKeys' in element);
    assert.deepEqual(element.oldKeys, ['https://example.org//', 'https://example.org']);
  });

  it('treats an empty token and a blank id as missing', () => {
    const element = readElement('server', { serverUrl: 'http://x', token: '  ', connectionId: ' ' });
    assert('identity' in element);
    assert.equal(element.token, undefined);
    assert.equal(element.identity.id, null);
  });

  it('keeps an id to the letter, since bindings name it so', () => {
    const element = readElement('server', { serverUrl: 'http://x', connectionId: ' main ' });
    assert('identity' in element);
    assert.equal(element.identity.id, ' main ');
  });

  const cases: readonly (readonly [LegacySection, unknown, unknown])[] = [
    ['server', null, malformed('object')],
    ['server', [], malformed('object')],
    ['server', 'http://x', malformed('object')],
    ['server', {}, malformed('string', 'serverUrl')],
    ['server', { serverUrl: 5 }, malformed('string', 'serverUrl')],
    ...['', 'example.org', 'ftp://x', 'ftp://u@x'].map(
      (serverUrl) => ['server', { serverUrl }, malformed('http address', 'serverUrl')] as const,
    ),
    ...['https://u:p@x', ' HTTPS://u@x', 'https://x?y', 'http://x#y'].map(
      (serverUrl) => ['server', { serverUrl }, malformed('bare http address', 'serverUrl')] as const,
    ),
    ['cloud', {}, malformed('string', 'organizationKey')],
    ['cloud', { organizationKey: ' ' }, malformed('organization key', 'organizationKey')],
    ['cloud', { organizationKey: 5, region: 'EU' }, malformed('string', 'organizationKey')],
  ];
  for (const [section, element, expected] of cases)
    it(`names the problem of ${JSON.stringify(element)}`, () =>
      assert.deepEqual(readElement(section, element), expected));
});

describe('readElement with an optional field of another type', () => {
  const read = (section: LegacySection, fields: object) => {
    const element = readElement(section, { serverUrl: 'http://x', organizationKey: 'acme', ...fields });
    assert('target' in element);
    return element;
  };

  for (const [connectionId, id] of [
    [7, '7'],
    [1.5, '1.5'],
    [false, 'false'],
  ] as const)
    it(`takes the connection id ${connectionId} as text`, () => {
      const { identity, repairs } = read('server', { connectionId });
      assert.equal(identity.id, id);
      assert.deepEqual(repairs, [{ field: 'connectionId', by: 'text' }]);
    });

  for (const connectionId of [null, {}, ['main']])
    it(`leaves the connection without an id where it is ${JSON.stringify(connectionId)}`, () => {
      const { identity, repairs } = read('server', { connectionId });
      assert.equal(identity.id, null);
      assert.deepEqual(repairs, [{ field: 'connectionId', by: 'default' }]);
    });

  for (const region of [null, 1, 'AU', ['US'], {}])
    it(`takes the region ${JSON.stringify(region)} for the EU`, () => {
      const { target, identity, oldKeys, repairs } = read('cloud', { region });
      assert.deepEqual(target, { kind: 'cloud', organizationKey: 'acme', region: 'EU' });
      assert.equal(identity.address, 'EU/acme');
      assert.deepEqual(oldKeys, ['EU_acme', 'acme']);
      assert.deepEqual(repairs, [{ field: 'region', by: 'default' }]);
    });

  for (const disableNotifications of ['true', 1, null, []])
    it(`receives notifications where disableNotifications is ${JSON.stringify(disableNotifications)} [CO1] [EV4]`, () => {
      const { receiveNotifications, repairs } = read('server', { disableNotifications });
      assert.equal(receiveNotifications, true);
      assert.deepEqual(repairs, [{ field: 'disableNotifications', by: 'default' }]);
    });

  for (const [token, hasUnreadableToken] of [
    [null, false],
    [5, true],
    [['squ_x'], true],
    [{ value: 'squ_x' }, true],
  ] as const)
    it(`has no token where it is ${JSON.stringify(token)}`, () => {
      const element = read('cloud', { token });
      assert.equal(element.token, undefined);
      assert.equal(element.hasUnreadableToken, hasUnreadableToken);
      assert.deepEqual(element.repairs, [{ field: 'token', by: 'default' }]);
    });

  it('repairs every such field of an element and keeps the rest of it', () => {
    const element = read('cloud', {
      connectionId: 7,
      region: 0,
      disableNotifications: 'yes',
      token: 'squ_x',
    });
    assert.equal(element.token, 'squ_x');
    assert.deepEqual(fieldOf(element.repairs, 'field'), ['connectionId', 'disableNotifications', 'region']);
  });
});

describe('elementsOf', () => {
  it('makes one element of a value that is not an array, and one of each element otherwise', () =>
    fc.assert(
      fc.property(fc.constantFrom('server', 'cloud'), fc.jsonValue(), (section, value) => {
        const elements = elementsOf({ location: { section, level: 'user' }, value });
        assert.equal(elements.length, Array.isArray(value) ? value.length : 1);
      }),
    ));

  it('gives the same element the same key, and another one another', () => {
    const location = { section: 'server', level: 'user' } as const;
    const [a, b, c] = elementsOf({ location, value: [{ token: 'x' }, { token: 'x' }, { token: 'y' }] });
    assert(a && b && c);
    assert.equal(a.key, b.key);
    assert.notEqual(a.key, c.key);
    assert.notEqual(
      elementsOf({ location: { ...location, level: 'workspace' }, value: [{ token: 'x' }] })[0]?.key,
      a.key,
    );
  });
});
