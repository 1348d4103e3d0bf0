import assert from 'node:assert/strict';
import { Failure } from '../../../../../src/core/failures.ts';
import {
  handOverPatienceMs,
  tokenFromPage,
  type Browser,
  type TokenHandOver,
} from '../../../../../src/node/http/token/tokenFromPage.ts';
import { VirtualClock } from '../../../../simulation/virtualClock.ts';

const baseUrl = 'https://host.example/sonar';

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
    headers: { Origin: new URL(baseUrl).origin },
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
