import assert from 'node:assert/strict';
import { Failure } from '../../../../src/core/failures.ts';
import {
  handOverPatienceMs,
  tokenFromPage,
  type Browser,
  type TokenHandOver,
  listenForToken,
  type TokenCallback,
} from '../../../../src/node/http/tokenFromPage.ts';
import { VirtualClock } from '../../../simulation/virtualClock.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RawRequest, sendTo } from '../../../support/rawRequest.ts';

const baseUrl = 'https://host.example/sonar';
const origin = 'https://host.example';

interface Fixture {
  readonly clock: VirtualClock;
  readonly leave: AbortController;
  readonly token: Promise<TokenHandOver>;
  /** The port in the address of the page, once the page is open. */
  readonly told: Promise<number>;
  /** The port that listens on this machine, once the browser was asked about it. */
  readonly own: Promise<number>;
}

/** A browser that sees addresses of this machine as `seen` says, `%` being the port. */
function ask(seen: string, opens = true): Fixture {
  const clock = new VirtualClock();
  const leave = new AbortController();
  const own = later<number>();
  const told = later<number>();
  const browser: Browser = {
    addressFor: (address) => {
      own.resolve(Number(new URL(address).port));
      return Promise.resolve(seen.replace('%', new URL(address).port));
    },
    open: (url) => {
      told.resolve(Number(new URL(url).searchParams.get('port')));
      return Promise.resolve(opens);
    },
  };
  const options = { baseUrl, clientName: 'Test', ports: [0], browser, clock, signal: leave.signal };
  return { clock, leave, token: tokenFromPage(options), told: told.promise, own: own.promise };
}

function later<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}

function handOver(port: number): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/sonarlint/api/token`, {
    method: 'POST',
    headers: { Origin: origin },
    body: JSON.stringify({ token: 'squ_x' }),
  });
}

const here = 'http://127.0.0.1:%/';
const failsWith = (fixture: Fixture, code: Failure['code']) =>
  assert.rejects(fixture.token, (error) => Failure.is(error, code));
const nobodyListens = async (fixture: Fixture) => assert.rejects(handOver(await fixture.own));

describe('tokenFromPage', () => {
  it('opens the page and returns the token that the page sends', async () => {
    const fixture = ask(here);
    const port = await fixture.told;
    assert.equal(port, await fixture.own);
    assert.equal((await handOver(port)).status, 200);
    assert.equal((await fixture.token).token, 'squ_x');
    await nobodyListens(fixture);
  });

  it('gives the page the port under which an editor on another machine forwards the listener', async () => {
    const fixture = ask('http://localhost:5005/');
    assert.equal(await fixture.told, 5005);
    assert.equal((await handOver(await fixture.own)).status, 200);
    await fixture.token;
  });

  it('gives the page the port itself if an editor in a browser forwards ports below a path', async () => {
    const fixture = ask('http://127.0.0.1:8080/proxy/%/');
    assert.equal(await fixture.told, await fixture.own);
    fixture.leave.abort();
    await failsWith(fixture, 'cancelled');
  });

  it('opens no page for a browser that sees this machine by another name: the page could not send anything', async () => {
    const fixture = ask('https://editor.example/proxy/%/');
    await failsWith(fixture, 'unreachable');
    await nobodyListens(fixture);
  });

  it('reports that the page was not opened', async () => {
    const fixture = ask(here, false);
    await failsWith(fixture, 'cancelled');
    await nobodyListens(fixture);
  });

  it("waits five minutes for the user's approval", async () => {
    const fixture = ask(here);
    const late = failsWith(fixture, 'timeout');
    await fixture.told;
    await fixture.clock.advance(handOverPatienceMs);
    await late;
    await nobodyListens(fixture);
  });

  it('stops when the user continues without the browser', async () => {
    const fixture = ask(here);
    await fixture.told;
    fixture.leave.abort();
    await failsWith(fixture, 'cancelled');
    await nobodyListens(fixture);
  });
});

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
