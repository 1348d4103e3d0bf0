import assert from 'node:assert/strict';
import { startServer, type TestServer } from '../support/httpServer.ts';
import { usePlatform } from './usePlatform.ts';

const dayMs = 24 * 60 * 60 * 1000;

describe('the embedded platform over time', () => {
  let time = Date.parse('2026-11-21T12:00:00Z');
  const { platform, admin } = usePlatform({ now: () => time });
  let target: TestServer;

  before(async () => {
    target = await startServer((_request, response) => response.end());
  });
  after(async () => {
    await target.stop();
  });

  it('deletes deliveries after 30 days, even without another delivery [LI3]', async () => {
    await admin.project('p');
    const { webhook } = await admin.post<{ webhook: { key: string } }>('webhooks/create', {
      name: 'hook',
      url: target.url,
      project: 'p',
    });
    await admin.analyse('p', { files: { 'a.ts': { source: 'one' } } });
    const deliveries = async (): Promise<{ id: string }[]> =>
      (await admin.get<{ deliveries: { id: string }[] }>('webhooks/deliveries', { webhook: webhook.key }))
        .deliveries;
    const latest = async (): Promise<unknown> =>
      (await admin.get<{ webhooks: { latestDelivery?: unknown }[] }>('webhooks/list', { project: 'p' }))
        .webhooks[0]?.latestDelivery;
    time += 30 * dayMs;
    const [{ id } = { id: '' }] = await deliveries();
    await admin.get('webhooks/delivery', { deliveryId: id });
    assert.ok(await latest());
    time += 1;
    await assert.rejects(admin.get('webhooks/delivery', { deliveryId: id }), /Webhook delivery not found/u);
    assert.deepEqual(await deliveries(), []);
    assert.equal(await latest(), undefined);
  });

  it('lets a token expire at the end of its last day', async () => {
    const tomorrow = new Date(time + dayMs).toISOString().slice(0, 10);
    const { token } = await admin.post<{ token: string }>('user_tokens/generate', {
      name: 'short',
      expirationDate: tomorrow,
    });
    const use = async (): Promise<number> =>
      (await fetch(`${platform.url}/api/users/current`, { headers: { Authorization: `Bearer ${token}` } }))
        .status;
    assert.equal(await use(), 200);
    time = Date.parse(tomorrow);
    assert.equal(await use(), 401);
  });
});
