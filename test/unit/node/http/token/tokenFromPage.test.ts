import assert from 'node:assert/strict';
import { Failure } from '../../../../../src/core/failures.ts';
import {
  handOverPatienceMs,
  tokenFromPage,
  type Browser,
} from '../../../../../src/node/http/token/tokenFromPage.ts';
import type { TokenHandOver } from '../../../../../src/node/http/token/tokenCallback.ts';
import { VirtualClock } from '../../../../simulation/virtualClock.ts';

const baseUrl = 'https://host.example/sonar';

interface Scene {
  readonly clock: VirtualClock;
  readonly leave: AbortController;
  readonly token: Promise<TokenHandOver>;
  /** The port in the address of the page, once the page is open. */
  readonly told: Promise<number>;
  /** The port that listens on this machine, once the browser was asked about it. */
  readonly own: Promise<number>;
}

/** A browser that sees addresses of this machine as `seen` says, `%` being the port. */
function ask(seen: string, opens = true): Scene {
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
const failsWith = (scene: Scene, code: Failure['code']) =>
  assert.rejects(scene.token, (error) => Failure.is(error, code));
const nobodyListens = async (scene: Scene) => assert.rejects(handOver(await scene.own));

describe('tokenFromPage', () => {
  it('opens the page and returns the token that the page sends', async () => {
    const scene = ask(here);
    const port = await scene.told;
    assert.equal(port, await scene.own);
    assert.equal((await handOver(port)).status, 200);
    assert.equal((await scene.token).token, 'squ_x');
    await nobodyListens(scene);
  });

  it('gives the page the port under which an editor on another machine forwards the listener', async () => {
    const scene = ask('http://localhost:5005/');
    assert.equal(await scene.told, 5005);
    assert.equal((await handOver(await scene.own)).status, 200);
    await scene.token;
  });

  it('gives the page the port itself if an editor in a browser forwards ports below a path', async () => {
    const scene = ask('http://127.0.0.1:8080/proxy/%/');
    assert.equal(await scene.told, await scene.own);
    scene.leave.abort();
    await failsWith(scene, 'cancelled');
  });

  it('opens no page for a browser that sees this machine by another name: the page could not send anything', async () => {
    const scene = ask('https://editor.example/proxy/%/');
    await failsWith(scene, 'unreachable');
    await nobodyListens(scene);
  });

  it('reports that the page was not opened', async () => {
    const scene = ask(here, false);
    await failsWith(scene, 'cancelled');
    await nobodyListens(scene);
  });

  it("waits five minutes for the user's approval", async () => {
    const scene = ask(here);
    const late = failsWith(scene, 'timeout');
    await scene.told;
    await scene.clock.advance(handOverPatienceMs);
    await late;
    await nobodyListens(scene);
  });

  it('stops when the user continues without the browser', async () => {
    const scene = ask(here);
    await scene.told;
    scene.leave.abort();
    await failsWith(scene, 'cancelled');
    await nobodyListens(scene);
  });
});
