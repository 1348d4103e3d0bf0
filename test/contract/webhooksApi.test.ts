import assert from 'node:assert/strict';
import { startServer, type TestServer } from '../support/httpServer.ts';
import { normalise } from './normalise.ts';
import { recordedExchanges, recordedVersions } from './recorded.ts';
import { buildRecordedWorld, type Callers } from './recordedWorld.ts';
import { usePlatform } from './usePlatform.ts';

type Fields = Readonly<Record<string, string>>;

/** One recorded call: who, what, with which fields. `@name` in a field stands for the key of that webhook. */
interface Call {
  readonly name: string;
  readonly path: string;
  readonly fields?: Fields;
  readonly caller?: string;
  readonly method?: 'GET';
}

const target = 'http://127.0.0.1:1/';
const create = (name: string, fields: Fields = {}, caller = 'admin-user'): Call => ({
  name: `create ${name}`,
  path: 'webhooks/create',
  fields,
  caller,
});
const secret = (length: number): Call =>
  create(`secret${length}`, {
    name: `s${length}`,
    url: target,
    secret: 'k'.repeat(length),
    project: 'never',
  });
const update = (name: string, fields: Fields = {}, caller = 'admin-user'): Call => ({
  name: `upd ${name}`,
  path: 'webhooks/update',
  fields,
  caller,
});
const read = (name: string, path: string, fields: Fields = {}, caller = 'admin-user'): Call => ({
  name,
  path,
  fields,
  caller,
  method: 'GET',
});

/** The recorded calls, in their order: each builds on what the ones before left behind. */
const calls: readonly Call[] = [
  create('none'),
  create('noname', { url: target }),
  create('nourl', { name: 'x' }),
  create('name101', { name: 'n'.repeat(101), url: target }),
  create('url513', { name: 'x', url: `http://h/${'u'.repeat(504)}` }),
  create('badurl', { name: 'x', url: 'foo' }),
  create('ftp', { name: 'x', url: 'ftp://h/x' }),
  create('HTTP upper no path', { name: 'zz', url: 'HTTP://127.0.0.1:1', project: 'never' }),
  create('nohost', { name: 'x', url: 'http://' }),
  create('space', { name: 'x', url: 'http://127.0.0.1:1/a b', project: 'never' }),
  create('unk proj', { name: 'x', url: target, project: 'zzz' }),
  create('unk proj alice', { name: 'x', url: target, project: 'zzz' }, 'alice-user'),
  create('403 global', { name: 'x', url: target }, 'alice-user'),
  create('403 badurl', { name: 'x', url: 'foo' }, 'alice-user'),
  create('403 proj', { name: 'x', url: target, project: 'gate' }, 'alice-user'),
  create('anon', { name: 'x', url: target }, 'anon'),
  create('anon none', {}, 'anon'),
  secret(1),
  secret(3),
  secret(15),
  secret(16),
  secret(200),
  secret(201),
  create('emptysecret', { name: 'x', url: target, secret: '', project: 'never' }),
  create('unresolvable', { name: 'ur', url: 'http://does-not-resolve.invalid/x', project: 'never' }),
  create('dupname', { name: 'ur', url: 'http://does-not-resolve.invalid/x', project: 'never' }),
  read('list never', 'webhooks/list', { project: 'never' }),
  create('11th', { name: 'x', url: target, project: 'never' }),
  create('11th badurl', { name: 'x', url: 'foo', project: 'never' }),
  create('11th global', { name: 'x', url: target }),
  { name: 'delete', path: 'webhooks/delete', fields: { webhook: '@f9' } },
  { name: 'delete none', path: 'webhooks/delete' },
  { name: 'delete long', path: 'webhooks/delete', fields: { webhook: 'k'.repeat(41) } },
  update('403', { webhook: '@project signed', name: 'x', url: target }, 'alice-user'),
  update('none'),
  update('noname', { webhook: 'zzz', url: target }),
  update('nourl', { webhook: 'zzz', name: 'x' }),
  update('unk', { webhook: 'zzz', name: 'x', url: target }),
  update('unk badurl', { webhook: 'zzz', name: 'x', url: 'foo' }),
  update('unk alice', { webhook: 'zzz', name: 'x', url: target }, 'alice-user'),
  update('keep', { webhook: '@s16', name: 's16', url: target }),
  update('sec15', { webhook: '@s16', name: 's16', url: target, secret: 'k'.repeat(15) }),
  update('sec201', { webhook: '@s16', name: 's16', url: target, secret: 'k'.repeat(201) }),
  update('sec new', { webhook: '@s16', name: 's16', url: target, secret: 'n'.repeat(16) }),
  update('sec empty', { webhook: '@s16', name: 's16', url: target, secret: '' }),
  read('upd GET', 'webhooks/update', { webhook: 'x' }),
  read('list 403', 'webhooks/list', { project: 'gate' }, 'alice-user'),
  read('list unk', 'webhooks/list', { project: 'zzz' }),
  read('list unk alice', 'webhooks/list', { project: 'zzz' }, 'alice-user'),
  read('dv none', 'webhooks/deliveries'),
  read('dv none alice', 'webhooks/deliveries', {}, 'alice-user'),
  read('dv two', 'webhooks/deliveries', { webhook: 'x', componentKey: 'gate' }),
  read('dv unk wh', 'webhooks/deliveries', { webhook: 'zzz' }),
  read('dv unk wh alice', 'webhooks/deliveries', { webhook: 'zzz' }, 'alice-user'),
  read('dv unk comp', 'webhooks/deliveries', { componentKey: 'zzz' }),
  read('dv unk task', 'webhooks/deliveries', { ceTaskId: 'zzz' }),
  read('dv comp alice', 'webhooks/deliveries', { componentKey: 'gate' }, 'alice-user'),
  read('d none', 'webhooks/delivery'),
  read('d unk', 'webhooks/delivery', { deliveryId: 'zzz' }),
  read('d alice', 'webhooks/delivery', { deliveryId: '@delivery' }, 'alice-user'),
  read('d unk alice', 'webhooks/delivery', { deliveryId: 'zzz' }, 'alice-user'),
  read('list full', 'webhooks/list', { project: 'gate' }),
  { name: 'redeliver', path: 'webhooks/redeliver' },
  { name: 'ping', path: 'webhooks/ping' },
];

for (const version of recordedVersions)
  describe(`embedded platform as ${version}: recorded webhook calls`, () => {
    const { platform, admin } = usePlatform({ serverVersion: version });
    let receiver: TestServer;
    let callers: Callers;
    const keys = new Map<string, string>();
    const recorded = new Map(recordedExchanges(version, 'webhooks').map((item) => [item.name, item]));
    // The recorded targets named the server's version in their path.
    const suffix = version === '9.9.0' ? '9' : '26';

    before(async () => {
      receiver = await startServer((_request, response) => response.end());
      callers = await buildRecordedWorld(platform.url, platform.token);
      const add = async (fields: Fields): Promise<void> => {
        const { webhook } = await admin.post<{ webhook: { key: string } }>('webhooks/create', fields);
        keys.set(fields.name ?? '', webhook.key);
      };
      const at = (path: string, userInfo = ''): string =>
        `${receiver.url.replace('//', `//${userInfo}`)}/ok/${path}`;
      await add({
        name: 'project basic <b>',
        url: at(`basic/${suffix}`, 'us%40er:p%3Aw%20d@'),
        project: 'gate',
      });
      await add({
        name: 'project signed',
        url: at(`proj/${suffix}?x=1&y=a%20b`),
        secret: 'sécrèt-key-16-chars',
        project: 'gate',
      });
      for (let index = 0; index < 10; index++) await add({ name: `g${index}`, url: target });
      const { taskId } = await admin.analyse('gate', { files: { 'a.py': { source: 'x = 1' } } });
      const { deliveries } = await admin.get<{ deliveries: { id: string }[] }>('webhooks/deliveries', {
        ceTaskId: taskId,
      });
      keys.set('delivery', deliveries[0]?.id ?? '');
    });
    after(async () => {
      await receiver.stop();
    });

    async function make({ path, fields = {}, caller = 'admin-user', method }: Call): Promise<Response> {
      const filled = Object.entries(fields).map(([key, value]): [string, string] => [
        key,
        value.startsWith('@') ? (keys.get(value.slice(1)) ?? '') : value,
      ]);
      const parameters = new URLSearchParams(filled);
      const authorization = callers.get(caller);
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      return method === 'GET'
        ? fetch(`${platform.url}/api/${path}?${parameters.toString()}`, { headers })
        : fetch(`${platform.url}/api/${path}`, { method: 'POST', headers, body: parameters });
    }

    /** A limit is full only after this many more. */
    async function fillProject(): Promise<void> {
      for (let index = 0; index < 10; index++) {
        const fields = { name: `f${9 - index}`, url: target, project: 'never' };
        const response = await make({ name: 'fill', path: 'webhooks/create', fields });
        const body = (await response.json()) as { webhook?: { key: string } };
        if (!body.webhook) return;
        keys.set(fields.name, body.webhook.key);
      }
    }

    for (const call of calls)
      it(`answers "${call.name}" the same [WC1] [WA1] [AU7]`, async () => {
        if (call.name === 'create 11th') await fillProject();
        const response = await make(call);
        const text = await response.text();
        const expected = recorded.get(call.name);
        assert.ok(expected, `${call.name} was recorded`);
        assert.equal(response.status, expected.status, text);
        if (!expected.body.startsWith('{')) {
          assert.equal(text, expected.body);
          return;
        }
        const body = JSON.parse(text) as { webhook?: { key: string; name: string } };
        if (body.webhook) keys.set(body.webhook.name, body.webhook.key);
        const local = (value: string): string =>
          value
            .replaceAll('127.0.0.1:18081', new URL(receiver.url).host)
            .replaceAll(/"durationMs":\d+/gu, '"durationMs":0');
        assert.deepEqual(normalise(JSON.parse(local(text))), normalise(JSON.parse(local(expected.body))));
      });

    it('keeps a secret that an update does not name, unless the version forgets it', async () => {
      const before = { webhook: keys.get('s16') ?? '', name: 's16', url: target };
      await admin.post('webhooks/update', { ...before, secret: 'a'.repeat(16) });
      await admin.post('webhooks/update', before);
      const { webhooks } = await admin.get<{
        webhooks: { name: string; hasSecret?: boolean; secret?: string }[];
      }>('webhooks/list', { project: 'never' });
      const shown = webhooks.find(({ name }) => name === 's16');
      assert.deepEqual(
        [shown?.hasSecret, shown?.secret],
        [version === '9.9.0' ? undefined : true, undefined],
      );
    });
  });
