import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTempFolder } from '../support/cliRun.ts';
import { receive, startServer, type ReceivedRequest, type TestServer } from '../support/httpServer.ts';
import { usePlatform } from './usePlatform.ts';

const secret = 'a secret of 16 characters';
const main = join(import.meta.dirname, '../../src/entrypoints/emulator.ts');

describe('webhooks of the embedded platform', () => {
  const { platform, admin } = usePlatform();
  let receiver: TestServer;
  let received: ReceivedRequest[] = [];

  before(async () => {
    receiver = await startServer(
      (request, response) =>
        void receive(request).then((delivery) => {
          received.push(delivery);
          const { path } = delivery;
          if (path !== '/silent') response.writeHead(path === '/broken' ? 500 : 200).end();
        }),
    );
  });
  after(async () => {
    await receiver.stop();
  });
  beforeEach(() => {
    received = [];
  });

  const create = (name: string, more: Readonly<Record<string, string>> = {}): Promise<unknown> =>
    admin.post('webhooks/create', { name, url: `${receiver.url}/${name}`, ...more });

  it('send the project key and the signature of the raw body in headers of the neutral brand [WC3] [WH1] [WH2] [WH3]', async () => {
    await admin.project('headers');
    await create('hook', { project: 'headers', secret });
    await admin.analyse('headers', { files: {} });
    const [delivery] = received;
    assert.ok(delivery);
    assert.equal(delivery.headers['x-service-project'], 'headers');
    assert.match(String(delivery.headers['content-type']), /^application\/json; ?charset=utf-8$/i);
    assert.equal(
      delivery.headers['x-service-webhook-hmac-sha256'],
      createHmac('sha256', secret).update(delivery.body).digest('hex'),
    );
  });

  it('carry the properties of the scanner that begin with service.analysis. and no others [SP1]', () =>
    inTempFolder(async (folder) => {
      writeFileSync(join(folder, 'a.ts'), 'export const one = 1;\n');
      await admin.project('scanned');
      await create('hook', { project: 'scanned' });
      const properties = ['service.analysis.build=42', 'service.other=1', 'other.analysis.x=1'];
      const args = ['platform', 'analyze', folder, '-p', 'scanned', ...properties.map((text) => `-D${text}`)];
      const env = { ...process.env, SERVICE_URL: platform.url, SERVICE_TOKEN: platform.token };
      const scanner = spawn(process.execPath, [main, ...args], { env, stdio: 'ignore' });
      assert.deepEqual(await once(scanner, 'exit'), [0, null]);
      await platform.idle();
      const payload = JSON.parse(String(received[0]?.body)) as { properties: Record<string, string> };
      assert.deepEqual(
        Object.keys(payload.properties).filter((name) => !name.includes('.detected')),
        ['service.analysis.build'],
      );
      assert.equal(payload.properties['service.analysis.build'], '42');
    }));

  it('are called 20 at most for one analysis: 10 of the project and 10 global ones [WC4] [OW2] [EV1] [LI1]', async () => {
    const names = Array.from({ length: 10 }, (_, index) => String(index));
    await admin.project('many');
    const keys: string[] = [];
    for (const name of names) {
      await create(`project-${name}`, { project: 'many' });
      const { webhook } = (await create(`global-${name}`)) as { webhook: { key: string } };
      keys.push(webhook.key);
    }
    await assert.rejects(create('eleventh', { project: 'many' }), /Maximum number of webhook/);
    await assert.rejects(create('eleventh'), /Maximum number of global webhooks/);
    await admin.analyse('many', { files: {} });
    assert.deepEqual(
      received.map(({ path }) => path).sort(),
      names.flatMap((name) => [`/project-${name}`, `/global-${name}`]).sort(),
    );
    for (const key of keys) await admin.post('webhooks/delete', { webhook: key });
  });

  it('fail after 10 seconds without an answer, and are not repeated [ST1] [LI2] [LI4]', async () => {
    await admin.project('failing');
    await create('silent', { project: 'failing' });
    await create('broken', { project: 'failing' });
    const started = performance.now();
    await admin.analyse('failing', { files: {} });
    await platform.idle();
    const seconds = (performance.now() - started) / 1000;
    // A second attempt would take ten more.
    assert.ok(seconds >= 10 && seconds < 20, `${seconds} s`);
    assert.deepEqual(received.map(({ path }) => path).sort(), ['/broken', '/silent']);
    const deliveries = await admin.deliveries('failing');
    assert.deepEqual(deliveries.map(({ name, success }) => `${name} ${success}`).sort(), [
      'broken false',
      'silent false',
    ]);
  });
});
