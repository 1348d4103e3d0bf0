import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenForToken, type TokenCallback } from '../../../../../src/node/http/token/tokenFromPage.ts';
import { type RawRequest, sendTo } from '../../../../support/rawRequest.ts';

const baseUrl = 'https://host.example/sonar';
const origin = 'https://host.example';

async function withCallback(
  use: (callback: TokenCallback, port: number) => Promise<void> | void,
): Promise<void> {
  const callback = await listenForToken({ baseUrl, clientName: 'Service CLI', ports: [0] });
  try {
    await use(callback, Number(new URL(callback.pageUrl).searchParams.get('port')));
  } finally {
    callback.stop();
  }
}

const send = async (port: number, request: RawRequest, host?: string): Promise<number | undefined> =>
  (await sendTo(port, { method: 'POST', ...request, headers: { origin, ...request.headers } }, host)).status;

const good = JSON.stringify({ token: 'squ_x', login: 'a', expirationDate: '2027-01-01T00:00:00+0000' });

describe('listenForToken', () => {
  it('shows the page of the platform, with its context path', () =>
    withCallback((callback, port) => {
      assert.equal(callback.pageUrl, `${baseUrl}/sonarlint/auth?ideName=Service%20CLI&port=${port}`);
    }));

  it('returns the token and its expiry date from the page', () =>
    withCallback(async (callback, port) => {
      assert.equal(await send(port, { body: good, headers: { 'content-type': 'text/plain' } }), 200);
      assert.deepEqual(await callback.token, { token: 'squ_x', expirationDate: '2027-01-01T00:00:00+0000' });
    }));

  it('answers the question that the browser asks first', () =>
    withCallback(async (_, port) => {
      assert.equal(await send(port, { method: 'OPTIONS' }), 204);
    }));

  it('uses no port that another program has on the other address of the loopback [W4]', async () => {
    for (const host of ['::1', '127.0.0.1']) {
      const squatter = createServer((_, response) => response.end());
      await new Promise<void>((resolve) => squatter.listen({ port: 0, host }, resolve));
      const { port: taken } = squatter.address() as AddressInfo;
      const callback = await listenForToken({ baseUrl, clientName: 'Service CLI', ports: [taken, 0] });
      try {
        assert.notEqual(callback.port, taken, host);
        for (const own of ['127.0.0.1', '::1'])
          assert.equal(await send(callback.port, { method: 'OPTIONS' }, own), 204, own);
      } finally {
        callback.stop();
        squatter.close();
      }
    }
  });

  it('reports that no port is free when each is taken on one address', async () => {
    const squatter = createServer((_, response) => response.end());
    await new Promise<void>((resolve) => squatter.listen({ port: 0, host: '::1' }, resolve));
    try {
      const ports = [(squatter.address() as AddressInfo).port];
      await assert.rejects(listenForToken({ baseUrl, clientName: 'x', ports }), {
        name: 'Failure',
        code: 'busy',
      });
    } finally {
      squatter.close();
    }
  });

  const refused: Record<string, readonly [RawRequest, number]> = {
    'another origin': [{ body: good, headers: { origin: 'https://evil.example' } }, 403],
    'no origin': [{ body: good, headers: { origin: '' } }, 403],
    'a foreign host, as after DNS rebinding': [{ body: good, headers: { host: 'evil.example' } }, 403],
    'a GET': [{ method: 'GET' }, 405],
    'a large body': [{ body: JSON.stringify({ token: 'x'.repeat(5000) }) }, 413],
    'what is not JSON': [{ body: 'token=squ_x' }, 400],
    'an empty token': [{ body: '{"token":""}' }, 400],
  };
  for (const [what, [sent, status]] of Object.entries(refused))
    it(`refuses ${what} and goes on waiting [W4]`, () =>
      withCallback(async (callback, port) => {
        assert.equal(await send(port, sent), status);
        assert.equal(await send(port, { body: good }), 200);
        assert.equal((await callback.token).token, 'squ_x');
      }));
});
