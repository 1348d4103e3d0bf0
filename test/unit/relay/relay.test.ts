import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { join } from 'node:path';
import type { Clock } from '../../../src/core/clock.ts';
import { handshakeSchema } from '../../../src/core/push/pushEvents.ts';
import { sign } from '../../../src/core/webhooks/signature.ts';
import { systemClock } from '../../../src/node/process/clock.ts';
import { mostProjects } from '../../../src/relay/relayKeys.ts';
import { startRelay, type RelayOptions, type RunningRelay } from '../../../src/relay/relay.ts';
import { makeCertificate } from '../../support/certificates.ts';
import {
  createKey,
  deliver,
  gateWebhookBody,
  Listening,
  revokeKey,
  webhookSecret,
} from '../../support/relayFixture.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

/** A running relay; an error that it reports fails the test. */
async function withRelay(
  work: (relay: RunningRelay, data: string) => Promise<void>,
  options: Partial<RelayOptions> = {},
): Promise<void> {
  const errors: unknown[] = [];
  await withTempFolder(async (data) => {
    const relay = await startRelay({
      data,
      port: 0,
      host: '127.0.0.1',
      secrets: [webhookSecret],
      keep: 10_000,
      maxStreams: 100,
      revocationMs: 20,
      onError: (error) => errors.push(error),
      ...options,
    });
    try {
      await work(relay, data);
    } finally {
      await relay.stop();
    }
  });
  assert.deepEqual(errors, []);
}

/** A relay that reports nothing. */
const plain = (data: string): RelayOptions => ({
  data,
  port: 0,
  host: '127.0.0.1',
  secrets: [],
  keep: 100,
  maxStreams: 1,
  onError: (error) => {
    throw error;
  },
});

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}

async function metric(url: string, line: string): Promise<string | undefined> {
  return (await textOf(`${url}/metrics`)).split('\n').find((text) => text.startsWith(line));
}

/** Resolves with an editor's stream after its handshake. */
async function listen(url: string, key: string, lastEventId?: string): Promise<Listening> {
  const stream = await Listening.open(url, key, lastEventId);
  assert.equal((await stream.next())?.name, 'hello');
  return stream;
}

/** As `listen`, with a new key. */
const subscribe = async (url: string, data: string, ...projects: string[]): Promise<Listening> =>
  listen(url, (await createKey(data, ...projects)).key);

const monthMs = 30 * 24 * 3_600_000;

describe('a relay', () => {
  it('sends push events only to subscribers of the project, with an opaque id [N3]', () =>
    withRelay(async ({ url }, data) => {
      const mine = await subscribe(url, data, 'mine');
      const both = await subscribe(url, data, 'mine', 'other');
      assert.equal(await deliver(url, gateWebhookBody('other')), 204);
      assert.equal(await deliver(url, gateWebhookBody('mine')), 204);
      assert.deepEqual(await both.sequences(2), [1, 2]);
      const event = await mine.next();
      const { project, at, ...rest } = event?.data as Record<string, unknown>;
      assert.deepEqual([event?.name, rest], ['doorbell', { sequence: 2, spreadMs: 10 }]);
      assert.match(String(project), /^[\w-]{22}$/);
      assert.equal(typeof at, 'number');
      mine.close();
      both.close();
    }));

  it('ignores and counts deliveries that are not signed with one of its secrets [AU1]', () =>
    withRelay(
      async ({ url }) => {
        assert.equal(await deliver(url, gateWebhookBody('mine'), 'wrong'), 401);
        assert.equal(
          (await fetch(`${url}/webhook`, { method: 'POST', body: gateWebhookBody('mine') })).status,
          401,
        );
        assert.equal(await deliver(url, '{"status":"SUCCESS","project":{}}'), 400);
        assert.equal(await deliver(url, gateWebhookBody('mine'), 'new'), 204);
        assert.equal(await deliver(url, gateWebhookBody('mine')), 204);
        const metrics = await textOf(`${url}/metrics`);
        for (const line of ['wrongSignature"} 1', 'unsigned"} 1', 'malformed"} 1', 'accepted"} 2'])
          assert(metrics.includes(`service_relay_deliveries_total{result="${line}`), line);
      },
      { secrets: [webhookSecret, 'new'] },
    ));

  it('sends one push event for a repeated body, and another one after a different body', () =>
    withRelay(async ({ url }, data) => {
      const stream = await subscribe(url, data, 'mine');
      const [red, green] = [gateWebhookBody('mine'), gateWebhookBody('mine')];
      for (const body of [red, red, green, red]) assert.equal(await deliver(url, body), 204);
      assert.deepEqual(await stream.sequences(3), [1, 2, 3]);
      assert.equal(await metric(url, 'service_relay_push_events_total'), 'service_relay_push_events_total 3');
      stream.close();
    }));

  it('announces deliveries and resumes streams after its clock has jumped by a month in either direction', () => {
    let offsetMs = 0;
    const clock: Clock = { ...systemClock, now: () => Date.now() + offsetMs };
    return withRelay(
      async ({ url }, data) => {
        const { key } = await createKey(data, 'mine');
        const stream = await listen(url, key);
        for (const jump of [monthMs, -monthMs]) {
          offsetMs = jump;
          await deliver(url, gateWebhookBody('mine'));
        }
        assert.deepEqual(await stream.sequences(2), [1, 2]);
        stream.close();
        await deliver(url, gateWebhookBody('mine'));
        const again = await listen(url, key, stream.lastEventId);
        assert.deepEqual(await again.sequences(1), [3]);
        again.close();
      },
      { clock },
    );
  });

  it('sends returning subscribers the events that they missed, and no others', () =>
    withRelay(async ({ url }, data) => {
      const { key } = await createKey(data, 'mine');
      const stream = await listen(url, key);
      await deliver(url, gateWebhookBody('mine'));
      await stream.sequences(1);
      stream.close();
      await deliver(url, gateWebhookBody('mine'));
      await deliver(url, gateWebhookBody('other'));
      await deliver(url, gateWebhookBody('mine'));
      const again = await listen(url, key, stream.lastEventId);
      assert.deepEqual(await again.sequences(2), [2, 4]);
      again.close();
    }));

  it('has the same identity in its handshake until it restarts', () =>
    withTempFolder(async (data) => {
      const { key } = await createKey(data, 'mine');
      const runs: string[] = [];
      for (const streams of [2, 1]) {
        const relay = await startRelay({ ...plain(data), maxStreams: 2 });
        for (let count = 0; count < streams; count++) {
          const stream = await Listening.open(relay.url, key);
          runs.push(handshakeSchema.parse((await stream.next())?.data).run);
          stream.close();
        }
        await relay.stop();
      }
      assert.equal(runs[0], runs[1]);
      assert.notEqual(runs[1], runs[2]);
    }));

  it('reports a gap to subscribers that were away for too long, or that know another log', () =>
    withRelay(
      async ({ url }, data) => {
        const { key } = await createKey(data, 'mine');
        const first = await listen(url, key);
        const beginning = first.lastEventId;
        first.close();
        for (let count = 0; count < 15; count++) await deliver(url, gateWebhookBody('mine'));
        for (const place of [beginning, 'another:3']) {
          const stream = await listen(url, key, place);
          assert.equal((await stream.next())?.name, 'gap');
          stream.close();
        }
      },
      { keep: 5 },
    ));

  it('keeps only hashes of keys, and refuses unknown ones [N3]', () =>
    withRelay(async ({ url }, data) => {
      const { key } = await createKey(data, 'mine');
      await assert.rejects(Listening.open(url, `${key}x`), /status 401/);
      assert.equal((await fetch(`${url}/doorbells`)).status, 401);
      for (const file of readdirSync(data)) {
        const bytes = readFileSync(join(data, file));
        assert(!bytes.includes(key) && !bytes.includes(webhookSecret), file);
      }
    }));

  it('ends the streams of a revoked key, and no others', () =>
    withRelay(async ({ url }, data) => {
      const [kept, revoked] = [await createKey(data, 'mine'), await createKey(data, 'mine')];
      const stays = await listen(url, kept.key);
      const ends = await listen(url, revoked.key);
      await revokeKey(data, revoked.entry.id);
      assert.equal(await ends.next(), undefined);
      await assert.rejects(Listening.open(url, revoked.key), /status 401/);
      await deliver(url, gateWebhookBody('mine'));
      assert.deepEqual(await stays.sequences(1), [1]);
      stays.close();
    }));

  it('stops gracefully: streams get a time to reconnect, and the health check fails', () =>
    withTempFolder(async (data) => {
      const options = plain(data);
      const relay = await startRelay(options);
      assert.equal((await fetch(`${relay.url}/healthz`)).status, 200);
      const { key } = await createKey(data, 'mine');
      const stream = await listen(relay.url, key);
      await assert.rejects(Listening.open(relay.url, key), /status 503/);
      const stopped = relay.stop();
      assert.equal(await stream.next(), undefined);
      assert(Number(stream.retryMs) >= 500 && Number(stream.retryMs) <= 5000);
      await stopped;
      await assert.rejects(fetch(`${relay.url}/healthz`));
      // The data are free again.
      await (await startRelay(options)).stop();
    }));

  it('keeps room for other keys when one opens all streams that it can [N2]', () =>
    withRelay(
      async ({ url }, data) => {
        const [greedy, other] = [await createKey(data, 'mine'), await createKey(data, 'mine')];
        const streams: Listening[] = [];
        await assert.rejects(
          (async () => {
            for (;;) streams.push(await Listening.open(url, greedy.key));
          })(),
          /status 503/,
        );
        assert.equal(streams.length, 20);
        const welcome = await listen(url, other.key);
        for (const stream of [...streams, welcome]) stream.close();
      },
      { maxStreams: 40 },
    ));

  it('refuses unsigned deliveries of an address that sends more than the limit, and names the time to wait', () => {
    const time = new Date('2026-11-22T12:00:00Z').getTime();
    const clock: Clock = { ...systemClock, now: () => time };
    return withRelay(
      async ({ url }) => {
        for (let sent = 0; sent < 6; sent++) assert.equal(await deliver(url, gateWebhookBody('mine')), 204);
        const refused = await fetch(`${url}/webhook`, { method: 'POST', body: gateWebhookBody('mine') });
        assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1']);
        assert.equal(
          await metric(url, 'service_relay_deliveries_total{result="tooMany"}'),
          'service_relay_deliveries_total{result="tooMany"} 1',
        );
      },
      { maxDeliveriesPerMinute: 60, clock, secrets: [] },
    );
  });

  it('accepts signed deliveries of an address that sends many without a valid signature', () =>
    withRelay(
      async ({ url }) => {
        for (let sent = 0; sent < 10; sent++)
          assert.equal(await deliver(url, gateWebhookBody('mine'), 'wrong'), 401);
        assert.equal(await deliver(url, gateWebhookBody('mine')), 204);
      },
      { maxDeliveriesPerMinute: 60 },
    ));

  it('refuses a key whose editors open streams again and again, and serves other keys', () =>
    withRelay(
      async ({ url }, data) => {
        const { key } = await createKey(data, 'mine');
        for (let opened = 0; opened < 4; opened++) {
          const stream = await listen(url, key);
          stream.close();
        }
        const refused = await fetch(`${url}/events`, { headers: { authorization: `Bearer ${key}` } });
        assert.equal(refused.status, 429);
        (await subscribe(url, data, 'mine')).close();
      },
      { maxStreamsPerKey: 2, clock: { ...systemClock, now: () => 0 } },
    ));

  it('serves editors whose key covers 20,000 projects, and refuses to create a key for more', () =>
    withRelay(async ({ url }, data) => {
      const names = Array.from({ length: mostProjects }, (_, index) => `project-${index}`);
      const stream = await Listening.open(url, (await createKey(data, ...names)).key);
      const handshake = handshakeSchema.parse((await stream.next())?.data);
      assert.equal(handshake.projects.length, mostProjects);
      stream.close();
      await assert.rejects(createKey(data, ...names, 'one-more'), /at most 20000 projects/);
    }));

  it('measures how long the log takes to store a delivery', () =>
    withRelay(async ({ url }) => {
      assert.equal(await deliver(url, gateWebhookBody('mine')), 204);
      const line = await metric(url, 'service_relay_append_seconds_total');
      const seconds = Number(line?.split(' ')[1]);
      assert(seconds > 0 && seconds < 10, line);
    }));

  it('sends no push event for a project that an unsigned header names', () =>
    withRelay(async ({ url }, data) => {
      const stream = await subscribe(url, data, 'mine');
      const body = '{"status":"SUCCESS","project":{}}';
      const headers = {
        'X-Service-Webhook-HMAC-SHA256': sign(Buffer.from(body), webhookSecret),
        'X-Service-Project': 'mine',
      };
      assert.equal((await fetch(`${url}/webhook`, { method: 'POST', headers, body })).status, 400);
      await deliver(url, gateWebhookBody('mine'));
      assert.deepEqual(await stream.sequences(1), [1]);
      stream.close();
    }));

  it('takes no delivery from a page in a browser [W1]', () =>
    withRelay(
      async ({ url }) => {
        for (const headers of [
          { Origin: 'https://evil.example' },
          { 'Sec-Fetch-Site': 'cross-site' },
          { Host: 'evil.example' },
        ]) {
          const request = plainRequest(`${url}/webhook`, { method: 'POST', headers });
          request.end(gateWebhookBody('mine'));
          const [response] = (await once(request, 'response')) as [{ statusCode: number; resume(): void }];
          response.resume();
          assert.equal(response.statusCode, 403, JSON.stringify(headers));
        }
      },
      { secrets: [] },
    ));

  it('refuses data on which another relay runs', () =>
    withRelay(async (_relay, data) => {
      const options = plain(data);
      await assert.rejects(startRelay(options), { name: 'Failure', code: 'busy' });
    }));

  it('serves over TLS', () =>
    withTempFolder(async (data) => {
      const [cert, key] = [join(data, 'cert.pem'), join(data, 'key.pem')];
      const made = makeCertificate({ name: 'relay', hosts: ['IP:127.0.0.1'] });
      writeFileSync(cert, made.cert);
      writeFileSync(key, made.key);
      await withRelay(
        async ({ url }) => {
          assert.match(url, /^https:/);
          const request = tlsRequest(`${url}/healthz`, { ca: readFileSync(cert) }).end();
          const [response] = (await once(request, 'response')) as [{ statusCode: number; resume(): void }];
          response.resume();
          assert.equal(response.statusCode, 200);
        },
        { tls: { cert, key } },
      );
    }));

  it('answers what it does not know with 404 and 405, and a body that is too large with 413', () =>
    withRelay(async ({ url }) => {
      assert.equal((await fetch(`${url}/`)).status, 404);
      assert.equal((await fetch(`${url}/webhook`)).status, 405);
      assert.equal((await fetch(`${url}/doorbells`, { method: 'POST' })).status, 405);
      const headers = { 'X-Service-Webhook-HMAC-SHA256': '0'.repeat(64) };
      const body = 'x'.repeat(20_000_000);
      assert.equal((await fetch(`${url}/webhook`, { method: 'POST', headers, body })).status, 413);
    }));
});
