import assert from 'node:assert/strict';
import { WebhookReceiver } from '../../src/core/webhooks/receiver.ts';
import type { UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { receive, startServer, type ReceivedRequest, type TestServer } from '../support/httpServer.ts';
import { startRecordingProxy, type RecordingProxy } from '../support/recordingProxy.ts';
import type { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';
import { sharedWindow } from './sharedWindow.ts';
import { boundTo } from './userSettings.ts';

const firstSecret = '0123456789abcdef';

scenario('webhooks in the tree', (stage) => {
  let platform: DemoPlatform;
  let proxy: RecordingProxy;
  let receiver: TestServer;
  let window: UiWindow;
  let view: ServiceView;
  /** The status with which the receiver answers. */
  let status = 200;
  const received: ReceivedRequest[] = [];

  before(async () => {
    platform = await stage.keep(DemoPlatform.start());
    proxy = await stage.keep(startRecordingProxy(platform.url));
    receiver = await stage.keep(
      startServer((request, response) => {
        void receive(request).then((delivery) => {
          received.push(delivery);
          response.writeHead(status).end();
        });
      }),
    );
    await platform.createProject('demo', 'Demo Project', 'clean');
    ({ window, view } = await sharedWindow(stage, {
      settings: { 'service.notifications.pollInterval': 10 },
      files: boundTo('demo'),
    }));
    await window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await view.addServer('Quality', { url: proxy.url, token: platform.token });
    await view.waitForRow(/^Demo Project, project, quality gate Passed/);
  });
  const askedForWebhooks = () => proxy.requests.filter((path) => path.startsWith('/api/webhooks/'));
  const judge = (delivery: ReceivedRequest | undefined, secret: string) =>
    delivery && new WebhookReceiver({ secrets: [secret] }).receive(delivery.headers, delivery.body).kind;
  const dialog = (text: string) => window.page.getByRole('dialog').filter({ hasText: text });
  const refresh = (effect: RegExp) => view.act('Webhooks, ', 'Refresh Webhooks', view.rowLike(effect));

  it('are requested when the user opens them, and not before', async () => {
    await view.expand('Administration', view.row('Global webhooks'));
    assert.deepEqual(askedForWebhooks(), []);
    await view.expand('Demo Project', view.row('Webhooks, 0 of 10'));
    assert.deepEqual(askedForWebhooks(), ['/api/webhooks/list?project=demo']);
    await view.expand('Webhooks, ', view.row('No webhooks yet'));
  });

  it('are created in three steps, with a warning about an address of this machine', async () => {
    await view.act('Webhooks, ', 'Create Webhook', view.step('Create Webhook (1/3)'));
    await view.answer('build');
    await view.answer('ftp://example.com', '(2/3)');
    await view.objection('Enter an http or https address of at most 512 characters.');
    await view.answer(receiver.url);
    await view.objection('for the platform it means its own machine');
    await window.page.keyboard.press('Enter');
    await view.choose('Enter a secret', '(3/3)');
    await window.quickInput.locator('input[type=password]').waitFor();
    await view.answer('short');
    await view.objection('Enter a secret of 16 to 200 characters');
    await view.answer(firstSecret);
    await window.toast('Webhook “build” was created.').waitFor();
    await view.waitForRow(/^build, webhook, No deliveries yet/);
    await view.row('Webhooks, 1 of 10').waitFor();
  });

  it('show a delivery that arrived, signed with the secret', async () => {
    assert.equal(await platform.analyze('demo', 'bad'), 'ERROR');
    assert.equal(judge(received.at(-1), firstSecret), 'accepted');
    await refresh(/^build, webhook, Delivered · 200/);
  });

  it('get a generated secret by the clipboard', async () => {
    await view.act('build, webhook', 'Edit Webhook', view.step('Edit Webhook build (1/3)'));
    await view.answer('nightly build');
    await view.answer(receiver.url, '(2/3)');
    await view.objection('for the platform it means its own machine');
    await window.page.keyboard.press('Enter');
    await view.choose('Generate a new secret', '(3/3)');
    await window.toast('The secret was copied to the clipboard').waitFor();
    await view.waitForRow(/^nightly build, webhook/);
  });

  it('show a failed delivery with its payload and the error [WC5]', async () => {
    status = 500;
    assert.equal(await platform.analyze('demo', 'clean'), 'OK');
    assert.equal(judge(received.at(-1), await window.clipboard()), 'accepted');
    await refresh(/^nightly build, webhook, Failed · 500/);
    await view.waitForRow(/^Webhooks, 1 of 10 · failed: 1/);
    await view.expand('nightly build, webhook', view.rowLike(/^Delivery, Failed · 500/));
    const text = window.page.locator('.editor-instance .view-lines');
    await view.press(/^Delivery, Failed · 500/, text.filter({ hasText: '"qualityGate"' }));
    assert.match(await text.innerText(), /nightly.build.*Failed.·.500/s);
    await window.screenshot('webhooks');
  });

  it('send a delivery again from this machine after a question: the same bytes, marked and signed', async () => {
    status = 200;
    const recorded = received.at(-1);
    const before = received.length;
    const question = dialog('is this machine. Send the delivery there?');
    await view.act('Delivery, ', 'Send Webhook Delivery Again', question);
    await question.getByRole('button', { name: 'Send' }).click();
    await view.step('Send Delivery Again').waitFor();
    await view.answer(await window.clipboard());
    await window
      .toast('The receiver answered with status 200. The delivery was sent again from this machine, signed.')
      .waitFor();
    assert.equal(received.length, before + 1);
    const again = received.at(-1);
    assert.deepEqual(again?.body, recorded?.body);
    assert.ok(again?.headers['x-service-redelivery']);
    assert.equal(judge(again, await window.clipboard()), 'accepted');
  });

  it('are deleted after the user confirmed', async () => {
    await window.command('Service: Delete Webhook');
    await view.choose('Demo Project', 'Webhooks of Quality');
    await view.atStep('Webhooks of demo');
    await window.takeFirst(/^nightly build/);
    const question = dialog('Delete webhook “nightly build”?');
    await question.getByRole('button', { name: 'Delete' }).click();
    await view.row('Webhooks, 0 of 10').waitFor();
    await becomes(() => view.row('nightly build').count(), 0);
  });
});
