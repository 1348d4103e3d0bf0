import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseServerUrl } from '../../../../src/core/connections/serverUrl.ts';

describe('parseServerUrl', () => {
  for (const [typed, stored] of [
    ['https://sq.example.org', 'https://sq.example.org'],
    ['  HTTPS://SQ.Example.org:443/ ', 'https://sq.example.org'],
    ['http://localhost:9000//', 'http://localhost:9000'],
    ['https://example.org/sonar/', 'https://example.org/sonar'],
    ['http://[::1]:9000/', 'http://[::1]:9000'],
  ] as const)
    it(`stores ${typed} as ${stored}`, () => assert.equal(parseServerUrl(typed), stored));

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
    it(`refuses "${typed}"`, () => assert.equal(parseServerUrl(typed), undefined));

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

  it('never throws', () => fc.assert(fc.property(fc.string(), (text) => (parseServerUrl(text), true))));
});
