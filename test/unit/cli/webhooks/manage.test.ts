import assert from 'node:assert/strict';
import { webhooksCommand } from '../../../../src/cli/commands/webhooks.ts';
import { WebhookReceiver, type Received } from '../../../../src/core/webhooks/receiver.ts';
import { listenForWebhooks, type WebhookListener } from '../../../../src/node/http/webhookListener.ts';
import {
  expectSuccess,
  answering,
  answerOf,
  inTempFolder,
  loggedIn,
  linesOf,
  runCli,
  type CliRun,
  type Prompts,
} from '../../../support/cliRun.ts';
import { Provisioner } from '../../../contract/provision.ts';
import { startPlatform } from '../../../contract/usePlatform.ts';

const secret = '0123456789abcdef';

interface Fixture {
  readonly admin: Provisioner;
  readonly run: (args: readonly string[], answers?: Partial<Prompts>) => Promise<CliRun>;
}

async function withProject(
  work: (fixture: Fixture) => Promise<void>,
  serverVersion = '26.9.0',
): Promise<void> {
  await using platform = await startPlatform({ serverVersion });
  const admin = new Provisioner(platform.url, platform.token);
  await admin.project('demo');
  await inTempFolder((cwd) => {
    const env = { ...loggedIn(cwd, platform), HOOK_SECRET: secret, SHORT: 'short' };
    const run: Fixture['run'] = (args, answers) =>
      runCli(['webhooks', ...args], {
        rows: [webhooksCommand],
        cwd,
        env,
        ...(answers && { prompts: answering(answers) }),
      });
    return work({ admin, run });
  });
}

const create = (name: string, ...more: string[]) =>
  ['create', '--name', name, '--url', `https://example.com/${name}`, '-p', 'demo', ...more] as const;

describe('webhooks', () => {
  it('are created with a secret that is shown once, listed without it, changed and deleted [WA1]', () =>
    withProject(async ({ run }) => {
      const made = answerOf(await run(create('ci', '--generate-secret')));
      assert.equal(made.hasSecret, true);
      assert.match(String(made.secret), /^[\w-]{32}$/);
      const key = String(made.key);
      const [listed] = linesOf(await run(['list', '-p', 'demo']));
      assert.deepEqual(listed, { key, name: 'ci', url: 'https://example.com/ci', hasSecret: true });
      assert.equal((await run(['update', key, '-p', 'demo', '--name', 'renamed'])).exitCode, 0);
      assert.equal(linesOf(await run(['list', '-p', 'demo']))[0]?.name, 'renamed');
      assert.equal((await run(['delete', key])).exitCode, 2);
      assert.equal((await run(['delete', key], { confirm: () => Promise.resolve(false) })).exitCode, 0);
      assert.equal(linesOf(await run(['list', '-p', 'demo'])).length, 1);
      assert.equal((await run(['delete', key, '--yes'])).exitCode, 0);
      assert.deepEqual(linesOf(await run(['list', '-p', 'demo'])), []);
    }));

  for (const version of ['9.9.0', '26.9.0'])
    it(`keep their secret in other changes, and lose it only with --remove-secret, on ${version}`, () =>
      withProject(async ({ run }) => {
        const key = String(answerOf(await run(create('ci', '--secret-env', 'HOOK_SECRET'))).key);
        const hasSecret = async () => linesOf(await run(['list', '-p', 'demo']))[0]?.hasSecret;
        await run(['update', key, '-p', 'demo', '--url', 'https://example.com/other']);
        assert.equal(await hasSecret(), true);
        expectSuccess(await run(['update', key, '-p', 'demo', '--remove-secret']));
        assert.equal(await hasSecret(), false);
      }, version));

  it('never get stars written into their address', () =>
    withProject(async ({ admin, run }) => {
      const { webhook } = await admin.post<{ webhook: { key: string } }>('webhooks/create', {
        name: 'basic',
        url: 'https://user:password@example.com/',
        project: 'demo',
      });
      const renamed = await run(['update', webhook.key, '-p', 'demo', '--name', 'x']);
      assert.equal(renamed.exitCode, 1);
      assert.match(renamed.stderr, /--url/);
      const masked = String(linesOf(await run(['list', '-p', 'demo']))[0]?.url);
      assert(!masked.includes('password'));
      const stars = 'https://****:********@example.com/';
      assert.equal((await run(['update', webhook.key, '-p', 'demo', '--url', stars])).exitCode, 2);
    }));

  it('are refused before the platform refuses them: too many, a short secret, no address [WC1] [LI1]', () =>
    withProject(async ({ admin, run }) => {
      for (let count = 0; count < 10; count++)
        await admin.post('webhooks/create', {
          name: `n${count}`,
          url: 'https://example.com/',
          project: 'demo',
        });
      const eleventh = await run(create('eleventh'));
      assert.equal(eleventh.exitCode, 1);
      assert.match(eleventh.stderr, /The maximum is 10/);
      assert.equal((await run(create('x', '--secret-env', 'SHORT'))).exitCode, 2);
      assert.equal((await run(['create', '--name', 'x', '--url', 'ftp://example.com'])).exitCode, 2);
      assert.equal((await run(['update', 'nobody', '-p', 'demo', '--name', 'x'])).exitCode, 1);
    }));

  it('are delivered again from here: the same bytes, marked, signed, and to this machine only when agreed [EV3]', () =>
    withProject(async ({ admin, run }) => {
      const received: { readonly received: Received; readonly body: string }[] = [];
      const waiting: (() => void)[] = [];
      const listener: WebhookListener = await listenForWebhooks({
        receiver: new WebhookReceiver({ secrets: [secret], memory: 0 }),
        port: 0,
        path: '/',
        onDelivery: (delivery, body) => {
          received.push({ received: delivery, body: body.toString() });
          waiting.shift()?.();
          return Promise.resolve();
        },
        onError: (error) => {
          throw error;
        },
      });
      const next = () => new Promise<void>((resolve) => waiting.push(resolve));
      try {
        const place = ['--url', listener.url, '-p', 'demo'];
        const made = await run(['create', '--name', 'here', ...place, '--secret-env', 'HOOK_SECRET']);
        const key = String(answerOf(made).key);
        const first = next();
        await admin.analyse('demo', { files: { 'a.ts': { source: 'one' } } });
        await first;
        const [delivery] = linesOf(await run(['deliveries', key]));
        const id = String(delivery?.id);
        const details = answerOf(await run(['delivery', id]));
        assert.equal(details.payload, received[0]?.body);

        const refused = await run(['redeliver', id, '--secret-env', 'HOOK_SECRET']);
        assert.equal(refused.exitCode, 2);
        assert.match(refused.stderr, /--allow-private/);
        const declined = await run(['redeliver', id, '--unsigned'], {
          confirm: () => Promise.resolve(false),
        });
        assert.equal(declined.exitCode, 1);
        assert.equal(received.length, 1);

        const second = next();
        const again = await run(['redeliver', id, '--secret-env', 'HOOK_SECRET', '--allow-private']);
        await second;
        assert.deepEqual(answerOf(again), { delivery: id, success: true, httpStatus: 204, signed: true });
        assert.equal(received[1]?.received.kind, 'accepted');
        assert.equal(received[1].body, received[0]?.body);

        const unsigned = await run(['redeliver', id], {
          confirm: () => Promise.resolve(true),
          secret: () => Promise.resolve(''),
        });
        assert.equal(unsigned.exitCode, 1);
        assert.deepEqual(answerOf(unsigned), {
          delivery: id,
          success: false,
          httpStatus: 401,
          signed: false,
        });
      } finally {
        await listener.stop();
      }
    }));
});
