import assert from 'node:assert/strict';
import { isWithoutProxy } from '../../../../src/node/network/proxyAddress.ts';

const rows: readonly (readonly [list: string, url: string, isDirect: boolean])[] = [
  ['', 'https://quality.example.com', false],
  ['*', 'https://quality.example.com', true],
  ['example.com', 'https://quality.example.com', true],
  ['.example.com', 'https://quality.example.com', true],
  ['*.example.com', 'https://quality.example.com', true],
  ['example.com', 'https://example.com', true],
  ['EXAMPLE.com', 'https://Example.COM', true],
  ['example.com', 'https://badexample.com', false],
  ['other.com, example.com', 'https://example.com', true],
  ['other.com example.com', 'https://example.com', true],
  ['example.com:8443', 'https://example.com:8443', true],
  ['example.com:8443', 'https://example.com', false],
  ['example.com:443', 'https://example.com', true],
  ['example.com:80', 'http://example.com', true],
  ['10.0.0.0/8', 'https://10.1.2.3', true],
  ['10.0.0.0/8', 'https://11.1.2.3', false],
  ['10.0.0.0/8', 'https://ten.example.com', false],
  ['10.0.0.0/99', 'https://10.1.2.3', false],
  ['10.1.2.3', 'https://10.1.2.3:9000', true],
  ['10.1.2.3:9000', 'https://10.1.2.3:9000', true],
  ['10.1.2.3:9001', 'https://10.1.2.3:9000', false],
  ['fd00::/8', 'https://[fd12::1]', true],
  ['fd12::1', 'https://[fd12::1]', true],
  ['[fd12::1]:9000', 'https://[fd12::1]:9000', true],
  ['[fd12::1]:9000', 'https://[fd12::1]:9001', false],
  ['fd00::/8', 'https://10.1.2.3', false],
];

describe('isWithoutProxy', () => {
  for (const [list, url, isDirect] of rows)
    it(`${isDirect ? 'exempts' : 'does not exempt'} ${url} for "${list}"`, () =>
      assert.equal(isWithoutProxy(new URL(url), list), isDirect));

  for (const host of ['localhost', 'api.localhost', '127.0.0.1', '127.8.8.8', '[::1]'])
    it(`always exempts ${host}, because a proxy would connect to itself [N5]`, () =>
      assert.equal(isWithoutProxy(new URL(`http://${host}:9000`), ''), true));
});
