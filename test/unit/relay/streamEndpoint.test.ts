import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { systemClock } from '../../../src/node/process/clock.ts';
import { FanOut } from '../../../src/relay/fanOut.ts';
import { RateQuota } from '../../../src/node/http/server/rateQuota.ts';
import { Metrics } from '../../../src/relay/metrics.ts';
import type { RelayKey } from '../../../src/relay/relayKeys.ts';
import { openSqliteStore } from '../../../src/relay/sqlite/sqliteStore.ts';
import { StreamEndpoint } from '../../../src/relay/streamEndpoint.ts';
import { StreamQuota } from '../../../src/relay/streamQuota.ts';
import { withRelayData } from '../../support/relayFixture.ts';

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

describe('StreamEndpoint', () =>
  it('opens no stream for an editor that has gone while the key was looked up', () =>
    withRelayData(async (data) => {
      const store = openSqliteStore({ data, keep: 100, keepDays: 1, now: () => Date.now(), onError });
      const metrics = new Metrics();
      const fanOut = new FanOut({ log: store.log, clock: systemClock, metrics, onError });
      let found: (key: RelayKey) => void = onError;
      const find = (): Promise<RelayKey> =>
        new Promise((resolve) => {
          found = resolve;
        });
      const endpoint = new StreamEndpoint({
        store: { ...store, keys: { ...store.keys, find } },
        fanOut,
        quota: new StreamQuota({ maxStreams: 10, maxPerKey: 10, now: () => Date.now() }),
        openings: new RateQuota(10, () => Date.now()),
        onAuthenticated: () => undefined,
        metrics,
        clock: systemClock,
        random: Math.random,
      });
      const server = createServer().listen(0, '127.0.0.1');
      try {
        await once(server, 'listening');
        const editor = connect((server.address() as AddressInfo).port, '127.0.0.1');
        const requested = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
        editor.write('GET /events HTTP/1.1\r\nHost: relay\r\nAuthorization: Bearer srk_x\r\n\r\n');
        const [request, response] = await requested;
        const answered = endpoint.answer(request, response);
        editor.destroy();
        await once(request.socket, 'close');
        found(key);
        await answered;
        assert.equal(endpoint.count, 0);
      } finally {
        endpoint.dispose();
        fanOut.dispose();
        server.close();
        await store.close();
      }
    })));
