import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { sonarBrand } from '../../src/core/brand.ts';
import { WebhookReceiver } from '../../src/core/webhooks/receiver.ts';
import { makeCertificate } from '../support/certificates.ts';
import { receive, startServer, type ReceivedRequest, type TestServer } from '../support/httpServer.ts';
import { Provisioner, type TestAnalysis } from './provision.ts';
import { startPlatform, usePlatform } from './usePlatform.ts';

const secret = 'sécrèt-key-16-chars';
const files = (issues: number): TestAnalysis['files'] => ({
  'a.ts': {
    source: 'one\ntwo\nthree',
    issues: Array.from({ length: issues }, (_, index) => ({ line: index + 1 })),
  },
});

/** Answers by the path: `/301` redirects to `/ok`, `/slow` drips, and so on. */
function answer(other: () => string, request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '';
  const status = Number(/^\/(\d{3})/u.exec(path)?.[1] ?? 200);
  if (path.startsWith('/hang')) return;
  if (path.startsWith('/reset')) {
    request.socket.destroy();
    return;
  }
  if (path.startsWith('/circle')) response.writeHead(302, { Location: '/circle' });
  else if (path.startsWith('/elsewhere')) response.writeHead(307, { Location: `${other()}/landed` });
  else if (status >= 300 && status < 400 && !path.endsWith('/bare'))
    response.writeHead(status, { Location: '/ok' });
  else response.writeHead(status);
  if (path.startsWith('/endless')) {
    response.write('x'.repeat(1024));
    return;
  }
  response.end();
}

describe('webhook deliveries', () => {
  const { platform, admin } = usePlatform({ brand: sonarBrand, webhooks: { timeoutMs: 60_000 } });
  let receiver: TestServer;
  let elsewhere: TestServer;
  let dripping: Server;
  let received: ReceivedRequest[] = [];
  const drips = new Set<Socket>();

  const listen = (own: () => string) => (request: IncomingMessage, response: ServerResponse) =>
    void receive(request).then((delivery) => {
      received.push(delivery);
      answer(own, request, response);
    });

  before(async () => {
    elsewhere = await startServer(listen(() => ''));
    receiver = await startServer(listen(() => elsewhere.url));
    // Sends a byte of the head now and then, and never its end.
    dripping = createServer((socket) => {
      drips.add(socket);
      socket.on('error', () => undefined);
      const timer = setInterval(() => socket.write('H'), 50);
      socket.once('close', () => clearInterval(timer));
    });
    dripping.listen(0, '127.0.0.1');
    await once(dripping, 'listening');
    await admin.gate('Strict', [['violations', 'GT', '0']]);
  });
  after(async () => {
    for (const socket of drips) socket.destroy();
    dripping.close();
    await receiver.stop();
    await elsewhere.stop();
  });
  beforeEach(() => {
    received = [];
  });

  /** Creates webhooks of these names and paths. */
  async function createHooks(
    owner: Provisioner,
    project: string,
    targets: Readonly<Record<string, string>>,
  ): Promise<void> {
    for (const [name, target] of Object.entries(targets)) {
      const url = target.startsWith('/') ? `${receiver.url}${target}` : target;
      await owner.post('webhooks/create', { name, url, project, secret });
    }
  }

  async function projectWith(key: string, targets: Readonly<Record<string, string>>): Promise<void> {
    await admin.project(key);
    await admin.post('qualitygates/select', { gateName: 'Strict', projectKey: key });
    await createHooks(admin, key, targets);
  }

  it('send the headers of the real sender in its order, signed [WC2] [OW1]', async () => {
    const userInfo = receiver.url.replace('//', '//us%40er:p%3Aw%20d@');
    await projectWith('headers', { basic: `${userInfo}/ok?x=1` });
    await admin.analyse('headers', { files: files(0), properties: { 'sonar.analysis.build': " 42 '<&=> " } });
    const [delivery] = received;
    assert.ok(delivery);
    assert.equal(delivery.path, '/ok?x=1');
    assert.deepEqual(
      delivery.rawHeaders.filter((_, index) => index % 2 === 0),
      [
        'X-SonarQube-Project',
        'Authorization',
        'X-Sonar-Webhook-HMAC-SHA256',
        'Content-Type',
        'Content-Length',
        'Host',
        'Connection',
        'User-Agent',
      ],
    );
    assert.equal(delivery.headers.authorization, `Basic ${Buffer.from('us@er:p:w d').toString('base64')}`);
    assert.equal(delivery.headers['user-agent'], 'SonarQube/26.9.0.129388');
    const outcome = new WebhookReceiver({ secrets: [secret] }).receive(delivery.headers, delivery.body);
    assert.ok(outcome.kind === 'accepted');
    assert.deepEqual(outcome.payload.properties, {
      'sonar.analysis.detectedscm': 'undetected',
      'sonar.analysis.detectedci': 'undetected',
      'sonar.analysis.build': "42 '<&=>",
    });
    assert.match(delivery.body.toString(), /42 \\u0027\\u003c\\u0026\\u003d\\u003e"/u);
  });

  it('succeed with 2xx alone, follow one redirect and no 303, and are recorded with the final status [WC5]', async () => {
    await projectWith('statuses', {
      a204: '/204',
      b301: '/301',
      c308: '/308',
      d303: '/303',
      e500: '/500',
      f302bare: '/302/bare',
      gCircle: '/circle',
      hReset: '/reset',
      iRefused: 'http://127.0.0.1:1/',
      jEndless: '/endless',
    });
    await admin.analyse('statuses', { files: files(0) });
    const rows = (await admin.deliveries('statuses')).map(
      ({ name, success, httpStatus }) => `${name} ${success} ${httpStatus ?? '-'}`,
    );
    assert.deepEqual(rows.toSorted(), [
      'a204 true 204',
      'b301 true 200',
      'c308 true 200',
      'd303 false 303',
      'e500 false 500',
      'f302bare false -',
      'gCircle false 302',
      'hReset false -',
      'iRefused false -',
      'jEndless true 200',
    ]);
    const landed = received.filter(({ path }) => path === '/ok');
    assert.equal(landed.length, 2);
    assert.ok(landed.every(({ headers }) => headers['x-sonar-webhook-hmac-sha256']));
  });

  it('send neither password nor signature to another origin', async () => {
    const userInfo = receiver.url.replace('//', '//user:password@');
    await projectWith('elsewhere', { away: `${userInfo}/elsewhere` });
    await admin.analyse('elsewhere', { files: files(0) });
    const landed = received.find(({ path }) => path === '/landed');
    assert.ok(landed);
    assert.equal(landed.headers.authorization, undefined);
    assert.equal(landed.headers['x-sonar-webhook-hmac-sha256'], undefined);
    assert.equal(landed.headers['x-sonarqube-project'], 'elsewhere');
  });

  it('end after a total time, so that a hanging or dripping target delays neither other targets nor other analyses', async () => {
    // Long enough for the deliveries that succeed, also on a busy machine.
    await using impatient = await startPlatform({ webhooks: { timeoutMs: 3000 } });
    const owner = Provisioner.of(impatient);
    const { port } = dripping.address() as AddressInfo;
    for (const key of ['hanging', 'other']) await owner.project(key);
    await createHooks(owner, 'hanging', { a: '/hang', b: `http://127.0.0.1:${port}/`, c: '/ok' });
    await createHooks(owner, 'other', { d: '/ok' });
    const hanging = owner.analyse('hanging', { files: files(0) });
    const order: string[] = [];
    await Promise.all([
      hanging.then(() => order.push('hanging')),
      owner.analyse('other', { files: files(0) }).then(() => order.push('other')),
    ]);
    assert.deepEqual(order, ['other', 'hanging']);
    const rows = (await owner.deliveries('hanging')).map(({ name, success }) => `${name} ${success}`);
    assert.deepEqual(rows.toSorted(), ['a false', 'b false', 'c true']);
  });

  it('report a gate change by an issue change without a task, and no other issue change [EV2]', async () => {
    await projectWith('changed', { hook: '/ok' });
    await admin.analyse('changed', { files: files(2) });
    const [first = '', second = ''] = await admin.openIssues('changed');
    received = [];
    await admin.transition(first, 'falsepositive');
    await platform.idle();
    assert.equal(received.length, 0, 'the gate stays failed');
    await admin.transition(second, 'falsepositive');
    await platform.idle();
    const [delivery] = received;
    const payload = JSON.parse(delivery?.body.toString() ?? '{}') as Record<string, unknown>;
    assert.deepEqual(
      [received.length, payload.taskId, payload.status, (payload.qualityGate as { status: string }).status],
      [1, undefined, 'SUCCESS', 'OK'],
    );
    const [row] = await admin.deliveries('changed');
    assert.equal(row?.ceTaskId, undefined);
  });

  it('report a failed analysis with the date of its report, and an unreadable one not at all [WP2] [EV1]', async () => {
    await projectWith('failing', { hook: '/ok' });
    const date = Date.now() + 5000;
    await admin.analyse('failing', { files: files(0), date });
    received = [];
    const { status } = await admin.analyse('failing', { files: files(0), date });
    assert.equal(status, 'FAILED');
    const payload = JSON.parse(String(received.at(0)?.body)) as Record<string, unknown>;
    assert.deepEqual([payload.status, payload.qualityGate], ['FAILED', undefined]);
    assert.equal(payload.analysedAt, payload.changedAt);
    received = [];
    const form = new FormData();
    form.set('projectKey', 'failing');
    form.set('report', new Blob(['no report']), 'report');
    const submitted = await fetch(`${platform.url}/api/ce/submit`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${platform.token}` },
      body: form,
    });
    const { taskId } = (await submitted.json()) as { taskId: string };
    await platform.idle();
    const { task } = await admin.get<{ task: { status: string } }>('ce/task', { id: taskId });
    assert.deepEqual([task.status, received.length], ['FAILED', 0]);
  });

  it('refuse targets inside the network if validation is on, also by name and after a redirect', async () => {
    await projectWith('inside', { direct: '/ok' });
    await admin.post('settings/set', { key: 'sonar.validateWebhooks', value: 'true' });
    try {
      await assert.rejects(
        admin.post('webhooks/create', { name: 'x', url: 'http://localhost:1/', project: 'inside' }),
        /"Invalid URL: loopback and wildcard addresses are not allowed for webhooks\."/u,
      );
      await admin.analyse('inside', { files: files(0) });
      assert.deepEqual(
        (await admin.deliveries('inside')).map(({ success, httpStatus }) => [success, httpStatus]),
        [[false, undefined]],
      );
      assert.equal(received.length, 0);
    } finally {
      await admin.post('settings/reset', { keys: 'sonar.validateWebhooks' });
    }
  });

  it('are deleted with their webhook', async () => {
    await projectWith('gone', { hook: '/ok' });
    await admin.analyse('gone', { files: files(0) });
    const { webhooks } = await admin.get<{
      webhooks: { key: string; latestDelivery: { success: boolean } }[];
    }>('webhooks/list', { project: 'gone' });
    assert.equal(webhooks[0]?.latestDelivery.success, true);
    await admin.post('webhooks/delete', { webhook: webhooks[0].key });
    assert.deepEqual(await admin.deliveries('gone'), []);
  });
});

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
    const [{ success, httpStatus } = { success: false }] = await admin.deliveries('p');
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
