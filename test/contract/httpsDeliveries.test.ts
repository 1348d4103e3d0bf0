import assert from 'node:assert/strict';
import { makeCertificate } from '../support/certificates.ts';
import { startServer, type TestServer } from '../support/httpServer.ts';
import { Provisioner } from './provision.ts';
import { startPlatform } from './usePlatform.ts';

describe('a webhook over https', () => {
  const received: string[] = [];
  let target: TestServer;
  let cert: string;

  before(async () => {
    const made = makeCertificate({ name: 'hooks.example', hosts: ['IP:127.0.0.1'] });
    cert = made.cert;
    target = await startServer((message, response) => {
      received.push(message.url ?? '');
      response.end();
    }, made);
  });
  after(() => target.stop());

  /** The record of a delivery by a platform that trusts these certificates besides the usual ones. */
  async function deliveryOf(ca: string | undefined, url: string): Promise<[boolean, number | undefined]> {
    await using platform = await startPlatform({ webhooks: { ca } });
    const admin = new Provisioner(platform.url, platform.token);
    await admin.project('p');
    await admin.post('webhooks/create', { name: 'hook', url, project: 'p' });
    await admin.analyse('p', { files: { 'a.ts': { source: 'one' } } });
    const { deliveries } = await admin.get<{ deliveries: { success: boolean; httpStatus?: number }[] }>(
      'webhooks/deliveries',
      { componentKey: 'p' },
    );
    const [{ success, httpStatus } = { success: false }] = deliveries;
    return [success, httpStatus];
  }

  it('is delivered to a trusted certificate', async () => {
    assert.deepEqual(await deliveryOf(cert, `${target.url}/trusted`), [true, 200]);
    assert.deepEqual(received, ['/trusted']);
  });

  it('fails without sending anything if the certificate is not trusted, or is for another host', async () => {
    received.length = 0;
    assert.deepEqual(await deliveryOf(undefined, target.url), [false, undefined]);
    const otherName = target.url.replace('127.0.0.1', 'localhost');
    assert.deepEqual(await deliveryOf(cert, otherName), [false, undefined]);
    assert.deepEqual(received, []);
  });
});
