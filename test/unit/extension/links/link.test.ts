import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseLink } from '../../../../src/extension/links/link.ts';

describe('links into the editor', () => {
  it('ask to connect to a server or an organization', () => {
    assert.deepEqual(parseLink('/connect', 'server=https%3A%2F%2FQuality.example%2Fbase%2F'), {
      asks: 'connect',
      target: { kind: 'server', serverUrl: 'https://quality.example/base' },
    });
    assert.deepEqual(parseLink('/connect', 'organization=acme&region=US'), {
      asks: 'connect',
      target: { kind: 'cloud', organizationKey: 'acme', region: 'US' },
    });
  });

  it('ask to bind a folder to a project', () =>
    assert.deepEqual(parseLink('/bind', 'organization=acme&project=acme_shop'), {
      asks: 'bind',
      target: { kind: 'cloud', organizationKey: 'acme', region: 'EU' },
      projectKey: 'acme_shop',
    }));

  it('are refused where they carry a token, whatever else they say [W3]', () => {
    for (const name of ['token', 'userToken', 'TOKEN', 'password', 'client_secret'])
      assert.deepEqual(parseLink('/connect', `server=https%3A%2F%2Fa.example&${name}=x`), {
        asks: 'refused',
        because: 'token',
      });
  });

  it('are refused if they cannot be parsed', () => {
    const nonsense = [
      ['/', ''],
      ['/connect', ''],
      ['/connect', 'server=javascript:alert(1)'],
      ['/connect', 'server=https%3A%2F%2Fuser:pass%40a.example'],
      ['/connect', 'organization=a%20b'],
      ['/connect', 'organization=acme&region=MOON'],
      ['/bind', 'server=https%3A%2F%2Fa.example'],
      ['/bind', 'server=https%3A%2F%2Fa.example&project=%5Bx%5D(command:y)'],
      ['/other', 'server=https%3A%2F%2Fa.example'],
    ] as const;
    for (const [path, query] of nonsense)
      assert.deepEqual(parseLink(path, query), { asks: 'refused', because: 'notUnderstood' }, path + query);
  });

  it('never lead anywhere but to http or https, nor throw', () =>
    fc.assert(
      fc.property(fc.string(), fc.string(), (path, query) => {
        const link = parseLink(path, query);
        if (link.asks !== 'refused' && link.target.kind === 'server')
          assert.match(link.target.serverUrl, /^https?:/);
      }),
    ));
});
