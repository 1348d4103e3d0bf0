import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { systemClock } from '../../../src/node/process/clock.ts';
import { FanOut } from '../../../src/relay/fanOut.ts';
import { RateQuota } from '../../../src/node/http/server/rateQuota.ts';
import { Metrics } from '../../../src/relay/metrics.ts';
import type { RelayKey } from '../../../src/relay/relayKeys.ts';
import { openSqliteStore } from '../../../src/relay/sqliteStore.ts';
import { StreamEndpoint, StreamQuota } from '../../../src/relay/streamEndpoint.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

const key: RelayKey = {
  id: 'k',
  name: '',
  projects: ['p'],
  createdAt: 0,
  expiresAt: undefined,
  revokedAt: undefined,
};

function onError(error: unknown): never {
  throw error;
}

interface Asked {
  readonly editor: Socket;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Endpoint {
  readonly endpoint: StreamEndpoint;
  /** Lets the look-ups of the key end that have begun. */
  readonly found: () => void;
  /** Resolves with the request of a new editor, which no one has answered yet. */
  readonly ask: () => Promise<Asked>;
}

function withEndpoint(use: (fixture: Endpoint) => Promise<void>): Promise<void> {
  return withTempFolder(async (data) => {
    const store = openSqliteStore({ data, keep: 100, keepDays: 1, now: () => Date.now(), onError });
    const metrics = new Metrics();
    const fanOut = new FanOut({ log: store.log, clock: systemClock, metrics, onError });
    const lookUps: (() => void)[] = [];
    const find = (): Promise<RelayKey> =>
      new Promise((resolve) => {
        lookUps.push(() => resolve(key));
      });
    const endpoint = new StreamEndpoint({
      store: { ...store, keys: { ...store.keys, find } },
      fanOut,
      quota: new StreamQuota({ maxStreams: 10, maxPerKey: 1, now: () => Date.now() }),
      openings: new RateQuota(1000, () => Date.now()),
      onAuthenticated: () => undefined,
      metrics,
      clock: systemClock,
      random: Math.random,
    });
    const server = createServer().listen(0, '127.0.0.1');
    const editors: Socket[] = [];
    const ask = async (): Promise<Asked> => {
      const editor = connect((server.address() as AddressInfo).port, '127.0.0.1');
      editors.push(editor);
      const requested = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
      editor.write('GET /events HTTP/1.1\r\nHost: relay\r\nAuthorization: Bearer srk_x\r\n\r\n');
      const [request, response] = await requested;
      return { editor, request, response };
    };
    const found = (): void => {
      for (const end of lookUps.splice(0)) end();
    };
    try {
      await once(server, 'listening');
      await use({ endpoint, found, ask });
    } finally {
      for (const editor of editors) editor.destroy();
      endpoint.dispose();
      fanOut.dispose();
      server.close();
      await store.close();
    }
  });
}

describe('StreamEndpoint', () => {
  it('opens no stream for an editor that has gone while the key was looked up', () =>
    withEndpoint(async ({ endpoint, found, ask }) => {
      const { editor, request, response } = await ask();
      const answered = endpoint.answer(request, response);
      editor.destroy();
      await once(request.socket, 'close');
      found();
      await answered;
      assert.equal(endpoint.count, 0);
    }));

  it('gives the last room of a key to one of the editors whose key is found at the same time', () =>
    withEndpoint(async ({ endpoint, found, ask }) => {
      const asked = [await ask(), await ask(), await ask()];
      const answers = asked.map(({ request, response }) => endpoint.answer(request, response));
      found();
      await Promise.all(answers);
      assert.equal(endpoint.count, 1);
      assert.deepEqual(
        asked.map(({ response }) => response.statusCode),
        [200, 503, 503],
      );
    }));
});

describe('StreamQuota', () => {
  let now = 0;
  beforeEach(() => (now = 0));

  interface Stream {
    readonly keyId: string;
  }

  function opened(quota: StreamQuota<Stream>, keyId: string, count: number): Stream[] {
    const streams = Array.from({ length: count }, () => ({ keyId }));
    for (const stream of streams) {
      assert.equal(quota.roomFor(keyId), undefined);
      quota.add(stream);
    }
    return streams;
  }

  it("closes the oldest stream of a key at the key's limit, once it is 30 seconds old", () => {
    const quota = new StreamQuota<Stream>({ maxStreams: 10, maxPerKey: 2, now: () => now });
    const [oldest] = opened(quota, 'a', 2);
    now = 29_999;
    assert.equal(quota.roomFor('a'), 'full');
    now = 30_000;
    assert.equal(quota.roomFor('a'), oldest);
    assert.equal(quota.roomFor('b'), undefined);
  });

  it('closes the oldest stream of the key that has most, for a key that has fewer [N2]', () => {
    const quota = new StreamQuota<Stream>({ maxStreams: 5, maxPerKey: 5, now: () => now });
    const [oldest] = opened(quota, 'a', 3);
    opened(quota, 'b', 2);
    assert.equal(quota.roomFor('c'), oldest);
    // With one more, b would have more than a.
    assert.equal(quota.roomFor('b'), 'full');
    assert.equal(quota.roomFor('a'), 'full');
  });

  it('counts a stream until it has ended', () => {
    const quota = new StreamQuota<Stream>({ maxStreams: 2, maxPerKey: 2, now: () => now });
    const [first] = opened(quota, 'a', 2);
    assert(first);
    quota.remove(first);
    quota.remove(first);
    assert.equal(quota.roomFor('b'), undefined);
  });
});
