import assert from 'node:assert/strict';
import fc from 'fast-check';
import { elementsOf, readElement } from '../../../../src/core/migration/element.ts';
import type { LegacySection } from '../../../../src/core/migration/settings.ts';

const malformed = (expected: string, field?: string) => ({
  problem: 'malformed',
  expected,
  ...(field !== undefined && { field }),
});

describe('readElement', () => {
  it('reads a server element in the form that we store', () => {
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
      unknownFields: ['projects'],
    });
  });

  it('reads a cloud element, in the EU unless it says otherwise', () => {
    const read = (region?: string) =>
      readElement('cloud', { organizationKey: 'acme', ...(region && { region }) });
    assert.deepEqual(read(), {
      target: { kind: 'cloud', organizationKey: 'acme', region: 'EU' },
      identity: { kind: 'cloud', address: 'EU/acme', id: null },
      receiveNotifications: true,
      token: undefined,
      oldKeys: ['EU_acme', 'acme'],
      unknownFields: [],
    });
    const us = read('us');
    assert('target' in us && us.target.kind === 'cloud' && us.target.region === 'US');
  });

  it('looks for the old secret under the address as it was typed, first', () => {
    const element = readElement('server', { serverUrl: 'https://example.org//' });
    assert('oldKeys' in element);
    assert.deepEqual(element.oldKeys, ['https://example.org//', 'https://example.org']);
  });

  it('takes an empty token and a blank id for none', () => {
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
    ['server', { serverUrl: 'http://x', token: null }, malformed('string', 'token')],
    ['server', { serverUrl: 'http://x', connectionId: 7 }, malformed('string', 'connectionId')],
    [
      'server',
      { serverUrl: 'http://x', disableNotifications: 'yes' },
      malformed('boolean', 'disableNotifications'),
    ],
    ...['', 'example.org', 'ftp://x', 'https://u:p@x', 'https://x?y'].map(
      (serverUrl) => ['server', { serverUrl }, malformed('http address', 'serverUrl')] as const,
    ),
    ['cloud', {}, malformed('string', 'organizationKey')],
    ['cloud', { organizationKey: ' ' }, malformed('organization key', 'organizationKey')],
    ['cloud', { organizationKey: 'acme', region: 'AU' }, malformed('EU or US', 'region')],
    ['cloud', { organizationKey: 'acme', region: 1 }, malformed('string', 'region')],
  ];
  for (const [section, element, expected] of cases)
    it(`names what is wrong with ${JSON.stringify(element)}`, () => {
      assert.deepEqual(readElement(section, element), expected);
    });
});

describe('elementsOf', () => {
  it('makes one element of a value that is no array, and one of each element otherwise', () => {
    fc.assert(
      fc.property(fc.constantFrom('server', 'cloud'), fc.jsonValue(), (section, value) => {
        const elements = elementsOf({ place: { section, level: 'user' }, value });
        assert.equal(elements.length, Array.isArray(value) ? value.length : 1);
      }),
    );
  });

  it('gives the same element the same key, and another one another', () => {
    const place = { section: 'server', level: 'user' } as const;
    const [a, b, c] = elementsOf({ place, value: [{ token: 'x' }, { token: 'x' }, { token: 'y' }] });
    assert(a && b && c);
    assert.equal(a.key, b.key);
    assert.notEqual(a.key, c.key);
    assert.notEqual(
      elementsOf({ place: { ...place, level: 'workspace' }, value: [{ token: 'x' }] })[0]?.key,
      a.key,
    );
  });
});
