import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { checkConnection, type ConnectionState } from '../../../../src/core/connections/check.ts';
import {
  candidateAddresses,
  findServer,
  likelyAddress,
} from '../../../../src/core/connections/serverAddress.ts';
import { Failure } from '../../../../src/core/failures.ts';
import { apiAt } from '../../../support/platformStub.ts';
import { startServer } from '../../../support/httpServer.ts';

/** Checks an address over real HTTP, as the connection wizard does. */
function probe(serverUrl: string): Promise<ConnectionState> {
  return checkConnection({ kind: 'server', serverUrl }, undefined, apiAt(serverUrl));
}

/** A server as the real ones are: below its context path, with its page for every path that it does not know. */
const platformAt =
  (context: string): RequestListener =>
  ({ url }, response) => {
    if (url === `${context}/api/system/status`) response.end('{"status":"UP","version":"26.9.0.129388"}');
    else response.setHeader('Content-Type', 'text/html').end('<!doctype html>');
  };

async function found(context: string, textOf: (host: string) => string): Promise<string | undefined> {
  await using server = await startServer(platformAt(context));
  const result = await findServer(textOf(new URL(server.url).host), probe);
  if (result) assert.equal(result.checkResult.state, 'tokenMissing');
  return result?.serverUrl.replace(new URL(server.url).host, 'HOST');
}

describe('the address of a server', () => {
  for (const [text, context, address] of [
    ['HOST', '', 'http://HOST'],
    ['HOST/', '', 'http://HOST'],
    ['HOST/quality', '/quality', 'http://HOST/quality'],
    ['http://HOST/dashboard?id=demo&branch=main#top', '', 'http://HOST'],
    ['http://HOST/quality/dashboard?id=demo', '/quality', 'http://HOST/quality'],
    ['HOST/quality/dashboard?id=demo', '/quality', 'http://HOST/quality'],
    ['http://HOST/quality/a/page/of/tomorrow', '/quality', 'http://HOST/quality'],
    ['http://HOST/project/issues?id=demo', '/project', 'http://HOST/project'],
    ['http://HOST/sessions/new?return_to=%2F', '', 'http://HOST'],
  ] as const)
    it(`is found in "${text}" where the server answers below "${context}/"`, async () => {
      assert.equal(await found(context, (host) => text.replace('HOST', host)), address);
    });

  for (const text of [
    '',
    'not an address',
    'ftp://host',
    'https://me:pw@host',
    'me@host:9000',
    'file:///etc',
  ])
    it(`is not in "${text}"`, async () => {
      assert.deepEqual(candidateAddresses(text), []);
      assert.equal(await findServer(text, probe), undefined);
    });

  it('is tried with https first', () => {
    for (const host of ['host:9100', 'localhost.example.com', '10.0.0.1:9000', '127.example.com'])
      assert.deepEqual(candidateAddresses(host), [`https://${host}`, `http://${host}`]);
    assert.deepEqual(candidateAddresses('http://host'), ['http://host']);
  });

  it('is tried with http first on a loopback host', async () => {
    for (const host of ['localhost', '127.0.0.1:9100', '[::1]:9100'])
      assert.deepEqual(candidateAddresses(host), [`http://${host}`, `https://${host}`]);
    assert.equal(likelyAddress('localhost:9400/dashboard?id=x'), 'http://localhost:9400');
    const tried: string[] = [];
    await findServer('localhost:9400', (serverUrl) => {
      tried.push(serverUrl);
      return Promise.resolve({ state: 'unreachable', failure: new Failure('unreachable', 'TLS only') });
    });
    assert.deepEqual(tried, ['http://localhost:9400', 'https://localhost:9400']);
  });

  it('is not tried with http when a certificate is not trusted [N7]', async () => {
    const asked: string[] = [];
    const result = await findServer('host:9100/a', (serverUrl) => {
      asked.push(serverUrl);
      return Promise.resolve({ state: 'unreachable', failure: new Failure('certificate', 'self-signed') });
    });
    assert.deepEqual(asked, ['https://host:9100/a']);
    assert.equal(result?.serverUrl, 'https://host:9100/a');
  });

  for (const [codes, asked] of [
    [
      [
        'badRequest',
        'forbidden',
        'malformed',
        'notFound',
        'redirected',
        'removed',
        'tooLarge',
        'unauthorized',
      ],
      ['https://host/a', 'https://host', 'http://host/a', 'http://host'],
    ],
    [['unreachable'], ['https://host/a', 'http://host/a']],
    [['certificate', 'timeout', 'cancelled'], ['https://host/a']],
  ] as const)
    for (const code of codes)
      it(`is tried ${asked.length === 1 ? 'nowhere else' : `at ${asked.length} addresses`} when each fails with "${code}"`, async () => {
        const tried: string[] = [];
        const result = await findServer('host/a', (serverUrl) => {
          tried.push(serverUrl);
          return Promise.resolve({ state: 'unreachable', failure: new Failure(code, 'no') });
        });
        assert.deepEqual(tried, asked);
        assert.equal(result?.serverUrl, 'https://host/a');
      });

  it('is looked for in the first five parts of a path', () =>
    assert.deepEqual(candidateAddresses('http://host/1/2/3/4/5/6'), [
      'http://host/1/2/3/4/5',
      'http://host/1/2/3/4',
      'http://host/1/2/3',
      'http://host/1/2',
      'http://host/1',
      'http://host',
    ]));

  it('is the likeliest one when no server answers', async () => {
    const result = await findServer('http://127.0.0.1:9/quality/dashboard?id=demo', probe);
    assert.equal(result?.serverUrl, 'http://127.0.0.1:9/quality');
    assert.equal(result.checkResult.state, 'unreachable');
  });
});
