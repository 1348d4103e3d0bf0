import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Failure } from '../../../../src/core/failures.ts';
import { WebhookReceiver, type Received } from '../../../../src/core/webhooks/receiver.ts';
import { sign } from '../../../../src/core/webhooks/signature.ts';
import { createHttp } from '../../../../src/node/http/createHttp.ts';
import { listenForWebhooks, type WebhookListener } from '../../../../src/node/http/webhookListener.ts';
import { fieldOf } from '../../../support/lists.ts';

const http = createHttp();
const body = '{"status":"SUCCESS","project":{"key":"p"},"properties":{}}';
const signed = { 'X-Service-Webhook-HMAC-SHA256': sign(Buffer.from(body), 's') };

interface Listening {
  readonly listener: WebhookListener;
  readonly received: Received[];
  readonly errors: unknown[];
  readonly post: (headers?: Record<string, string>, text?: string) => Promise<number>;
}

async function listening(
  use: (listening: Listening) => Promise<void>,
  onDelivery: (received: Received, content: Buffer) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const received: Received[] = [];
  const errors: unknown[] = [];
  const listener = await listenForWebhooks({
    receiver: new WebhookReceiver({ secrets: ['s'] }),
    onDelivery: (one, content) => {
      received.push(one);
      return onDelivery(one, content);
    },
    onError: (error) => errors.push(error),
    port: 0,
    path: '/hook',
  });
  const post = async (headers: Record<string, string> = signed, text = body): Promise<number> =>
    (await http.send({ method: 'POST', url: listener.url, headers, body: text })).status;
  try {
    await use({ listener, received, errors, post });
  } finally {
    await listener.stop();
  }
}

describe('listenForWebhooks', () => {
  it('answers a signed delivery and passes it on', () =>
    listening(async ({ listener, received, post }) => {
      assert.equal(await post(), 204);
      await listener.stop();
      assert.deepEqual(fieldOf(received, 'kind'), ['accepted']);
    }));

  it('answers before the work, however long it takes [LI2]', async () => {
    let finish = (): void => undefined;
    const slow = new Promise<void>((resolve) => (finish = resolve));
    await listening(
      async ({ post }) => {
        assert.equal(await post(), 204);
        finish();
      },
      () => slow,
    );
  });

  it('accepts a delivery again if its work failed, and not if it succeeded', async () => {
    let fails = true;
    await listening(
      async ({ listener, received, errors, post }) => {
        await post();
        await post();
        fails = false;
        await post();
        await post();
        await listener.stop();
        assert.deepEqual(fieldOf(received, 'kind'), ['accepted', 'accepted', 'accepted', 'duplicate']);
        assert.equal(errors.length, 2);
      },
      () => (fails ? Promise.reject(new Error('disk full')) : Promise.resolve()),
    );
  });

  it('refuses requests that are unsigned, malformed, for another path or not POST [AU1] [ER1]', () =>
    listening(async ({ listener, received, post }) => {
      assert.equal(await post({}), 401);
      assert.equal(await post(signed, `${body} `), 401);
      assert.equal(await post({ 'X-Service-Webhook-HMAC-SHA256': sign(Buffer.from('{}'), 's') }, '{}'), 400);
      assert.equal((await http.send({ method: 'GET', url: listener.url })).status, 405);
      assert.equal(
        (await http.send({ method: 'POST', url: `${listener.url}/x`, headers: signed, body })).status,
        404,
      );
      await listener.stop();
      assert(received.every(({ kind }) => kind === 'ignored'));
      assert.equal(received.length, 3);
    }));

  it('refuses a body over 1 MiB', async () => {
    await listening(async ({ received, post }) => {
      assert.equal(await post(signed, 'x'.repeat(20_000_000)), 413);
      assert.equal(received.length, 0);
    });
  });

  it('keeps running when a sender disconnects in the middle', () =>
    listening(async ({ listener, received, post }) => {
      const { hostname, port } = new URL(listener.url);
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      const [name, value] = Object.entries(signed)[0] ?? [];
      socket.write(`POST /hook HTTP/1.1\r\nHost: a\r\n${name}: ${value}\r\nContent-Length: 100\r\n\r\n{`);
      socket.destroy();
      assert.equal(await post(), 204);
      await listener.stop();
      assert.equal(received.length, 1);
    }));

  it('keeps nothing of unsigned bodies while a delivery is worked on [N2]', async () => {
    let finish = (): void => undefined;
    const slow = new Promise<void>((resolve) => (finish = resolve));
    const bodies: number[] = [];
    await listening(
      async ({ post, errors }) => {
        assert.equal(await post(), 204);
        const wrong = { 'X-Service-Webhook-HMAC-SHA256': '0'.repeat(64) };
        assert.equal(await post(wrong, 'x'.repeat(500_000)), 401);
        // Reported at once, without the body, and not after the command.
        assert.deepEqual(bodies, [body.length, 0]);
        assert.deepEqual(errors, []);
        finish();
      },
      ({ kind }, content) => {
        bodies.push(content.length);
        return kind === 'accepted' ? slow : Promise.resolve();
      },
    );
  });

  it('reports a limited number of unsigned deliveries of an address, and still accepts signed ones', async () => {
    await listening(async ({ received, post }) => {
      // The limit lets 60 pass at once and then ten per second, and a machine may be busy for some seconds.
      const statuses = await Promise.all(Array.from({ length: 200 }, () => post({})));
      assert.deepEqual(new Set(statuses), new Set([401, 429]));
      assert(received.length < 200);
      assert.equal(await post(), 204);
    });
  });

  it('stops although a peer keeps a request open', () =>
    listening(async ({ listener }) => {
      const { hostname, port } = new URL(listener.url);
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.on('error', () => undefined);
      socket.write('POST /hook HTTP/1.1\r\nHost: a\r\n');
      // The server may not have read what was sent: then the connection is reset.
      await Promise.all([new Promise((resolve) => socket.once('close', resolve)), listener.stop()]);
    }));

  it('rejects when the port is taken', () =>
    listening(async ({ listener }) => {
      const port = Number(new URL(listener.url).port);
      const second = listenForWebhooks({
        receiver: new WebhookReceiver({ secrets: [] }),
        onDelivery: () => Promise.resolve(),
        onError: assert.ifError,
        port,
        path: '/',
      });
      await assert.rejects(second, (error) => Failure.is(error, 'busy'));
    }));
});
