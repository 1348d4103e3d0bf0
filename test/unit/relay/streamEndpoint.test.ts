import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { systemClock } from '../../../src/node/process/clock.ts';
import { FanOut } from '../../../src/relay/fanOut.ts';
import { RateQuota } from '../../../src/node/http/server/rateQuota.ts';
import { Metrics } from '../../../src/relay/metrics.ts';
import type { RelayKey } from '../../../src/relay/relayKeys.ts';
import { openSqliteStore } from '../../../src/relay/sqlite/sqliteStore.ts';
import { StreamEndpoint } from '../../../src/relay/streamEndpoint.ts';
import { StreamQuota } from '../../../src/relay/streamQuota.ts';
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
