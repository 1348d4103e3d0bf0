import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebhookReceiver } from '../../src/core/webhooks/receiver.ts';
import { receive, startServer, type ReceivedRequest, type TestServer } from '../support/httpServer.ts';
import type { Provisioner } from './provision.ts';
import { dirty } from './pythonFiles.ts';

const secret = 'sécrèt-key-16-chars';
const project = 'hooks';

/** Real targets, by path: `/302` redirects to `/landed`, `/500` refuses, `/hang` never answers. */
class Inbox {
  readonly all: ReceivedRequest[] = [];
  #server: TestServer | undefined;
  #wake: () => void = () => undefined;

  async open(): Promise<string> {
    this.#server = await startServer(
      (request, response) =>
        void receive(request).then((delivery) => {
          this.all.push(delivery);
          answer(request, response);
          this.#wake();
        }),
    );
    return this.#server.url;
  }

  /** The next delivery to this path after so many of them. */
  async at(path: string, after: number): Promise<ReceivedRequest> {
    for (;;) {
      const found = this.all.filter((delivery) => delivery.path === path)[after];
      if (found) return found;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async close(): Promise<void> {
    await this.#server?.stop();
  }
}

function answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
  if (url === '/hang') return;
  if (url === '/302') response.writeHead(302, { Location: '/landed' });
  else response.writeHead(url === '/500' ? 500 : 200);
  response.end();
}

/** Checks that the product's receiver accepts what a platform sends. */
export function webhookScenarios(admin: () => Provisioner): void {
  describe('webhooks', () => {
    const inbox = new Inbox();
    const check = (delivery: ReceivedRequest, ...secrets: string[]) =>
      new WebhookReceiver({ secrets }).receive(delivery.headers, delivery.body);
    let taskId: string;
    let everywhere: string;

    before(async () => {
      const url = await inbox.open();
      await admin().project(project, 'Größe <A> & "B" = 数');
      await admin().gate('Hooks', [['violations', 'GT', '0']], project);
      const withCredentials = url.replace('//', '//us%40er:p%3Aw%20d@');
      const targets: [name: string, url: string, secret?: string][] = [
        ['basic', `${withCredentials}/basic`],
        ['hanging', `${url}/hang`],
        ['redirected', `${url}/302`, secret],
        ['refusing', `${url}/500`],
        ['signed', `${url}/signed?x=1`, secret],
      ];
      for (const [name, target, key] of targets)
        await admin().post('webhooks/create', {
          name,
          project,
          url: target,
          ...(key === undefined ? {} : { secret: key }),
        });
      const { webhook } = await admin().post<{ webhook: { key: string } }>('webhooks/create', {
        name: 'everywhere',
        url: `${url}/everywhere`,
      });
      everywhere = webhook.key;
      ({ taskId } = await admin().analyse(project, { files: dirty }));
    });
    after(async () => {
      await admin().post('webhooks/delete', { webhook: everywhere });
      await inbox.close();
    });

    it('are called after an analysis, those of the project and the global ones', () =>
      assert.deepEqual(inbox.all.map(({ path }) => path).toSorted(), [
        '/302',
        '/500',
        '/basic',
        '/everywhere',
        '/hang',
        '/landed',
        '/signed?x=1',
      ]));

    it('send bodies that our receiver accepts: signed over the raw bytes, with task, gate and branch', async () => {
      const delivery = await inbox.at('/signed?x=1', 0);
      const received = check(delivery, 'the former secret', secret);
      assert.equal(received.kind, 'accepted');
      const { payload } = received;
      assert.deepEqual(
        [payload.taskId, payload.status, payload.project.key, payload.project.name, payload.gate?.status],
        [taskId, 'SUCCESS', project, 'Größe <A> & "B" = 数', 'ERROR'],
      );
      assert.deepEqual(
        payload.gate?.conditions.map(({ metric, value, status }) => [metric, value, status]),
        [['violations', '1', 'ERROR']],
      );
      assert.equal(payload.branch?.isMain, true);
      assert.match(delivery.body.toString(), /Größe \\u003cA\\u003e \\u0026 \\"B\\" \\u003d 数/);
    });

    it('are refused with another secret, without a signature, or after the JSON was serialized again', async () => {
      const delivery = await inbox.at('/signed?x=1', 0);
      const reasonOf = (result: ReturnType<typeof check>) => result.kind === 'ignored' && result.reason;
      assert.equal(reasonOf(check(delivery, 'another secret')), 'wrongSignature');
      assert.equal(reasonOf(check(await inbox.at('/basic', 0), secret)), 'unsigned');
      const body = Buffer.from(JSON.stringify(JSON.parse(delivery.body.toString())));
      assert.equal(reasonOf(check({ ...delivery, body }, secret)), 'wrongSignature');
    });

    it('send the credentials of their URL, decoded', async () => {
      const { headers } = await inbox.at('/basic', 0);
      assert.equal(headers.authorization, `Basic ${Buffer.from('us@er:p:w d').toString('base64')}`);
    });

    it('follow a redirect with the same signed body', async () => {
      const [sent, landed] = await Promise.all([inbox.at('/302', 0), inbox.at('/landed', 0)]);
      assert.ok(sent.body.equals(landed.body));
      assert.equal(check(landed, secret).kind, 'accepted');
    });

    it('are recorded as a success with status 2xx, and as a failure with any other status or without an answer', async () => {
      const { deliveries } = await admin().get<{
        deliveries: { name: string; success: boolean; httpStatus?: number }[];
      }>('webhooks/deliveries', { ceTaskId: taskId });
      assert.deepEqual(
        deliveries
          .map(({ name, success, httpStatus }) => `${name} ${success} ${httpStatus ?? '-'}`)
          .toSorted(),
        [
          'basic true 200',
          'everywhere true 200',
          'hanging false -',
          'redirected true 200',
          'refusing false 500',
          'signed true 200',
        ],
      );
    });

    it('are called when a false positive changes the gate, without a task', async () => {
      const [issue = ''] = await admin().openIssues(project);
      await admin().transition(issue, 'falsepositive');
      const received = check(await inbox.at('/signed?x=1', 1), secret);
      assert.equal(received.kind, 'accepted');
      const { payload } = received;
      assert.deepEqual([payload.taskId, payload.gate?.status], [undefined, 'OK']);
    });
  });
}
