import assert from 'node:assert/strict';
import { Api } from '../../../../src/core/api/client.ts';
import { neutralBrand as brand } from '../../../../src/core/brand.ts';
import { baseUrlOf, type ServerConnection } from '../../../../src/core/connections/connection.ts';
import type { HttpRequest } from '../../../../src/core/http.ts';
import { WebhookLists } from '../../../../src/extension/webhooks/webhookLists.ts';
import { createHttp } from '../../../../src/node/http/createHttp.ts';
import { startEmulator, type Emulator } from '../../../../src/emulator/emulator.ts';
import { Provisioner } from '../../../contract/provision.ts';

const ignore = (): void => undefined;
const log = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

describe('WebhookLists', () => {
  let platform: Emulator;
  let admin: Provisioner;
  let token: string | undefined;
  let lists: WebhookLists;
  let connection: ServerConnection;
  const requests: string[] = [];

  before(async () => {
    platform = await startEmulator({});
    admin = new Provisioner(platform.url, platform.token);
    await admin.project('demo');
    await admin.post('webhooks/create', { name: 'ci', url: 'https://example.com/', project: 'demo' });
    connection = {
      kind: 'server',
      uuid: 'a',
      connectionId: 'A',
      serverUrl: platform.url,
      receiveNotifications: true,
    };
  });
  after(() => platform.stop());
  beforeEach(() => {
    token = platform.token;
    requests.length = 0;
    const http = createHttp();
    const send = (request: HttpRequest) => {
      requests.push(new URL(request.url).pathname);
      return http.send(request);
    };
    lists = new WebhookLists({
      log,
      apiFor: (asked) =>
        Promise.resolve(
          token === undefined
            ? undefined
            : new Api({
                http: { send },
                log,
                baseUrl: baseUrlOf(asked, brand.cloud),
                userAgent: 'test',
                token,
              }),
        ),
    });
  });

  it('ask for nothing until somebody wants to know', () => {
    assert.equal(lists.webhooksOf('a', 'demo').state, 'unasked');
    assert.equal(lists.deliveriesOf('a', 'x').state, 'unasked');
    assert.deepEqual(requests, []);
  });

  it('know the webhooks of a project apart from the global ones', async () => {
    await lists.ask({ connection, project: 'demo' });
    assert.deepEqual(requests, ['/api/webhooks/list']);
    assert.deepEqual(
      lists.webhooksOf('a', 'demo').value?.map(({ name }) => name),
      ['ci'],
    );
    assert.equal(lists.webhooksOf('a', undefined).state, 'unasked');
    await lists.ask({ connection, project: undefined });
    assert.deepEqual(lists.webhooksOf('a', undefined).value, []);
  });

  it('say that they are asked, and then what was answered', async () => {
    const states: string[] = [];
    lists.onDidChange(() => states.push(lists.webhooksOf('a', 'demo').state));
    await lists.ask({ connection, project: 'demo' });
    assert.deepEqual(states, ['asking', 'there']);
  });

  it('keep what they knew while the platform is away, and drop it when the account may not see it', async () => {
    await lists.ask({ connection, project: 'demo' });
    const nowhere = { ...connection, serverUrl: 'http://127.0.0.1:1' };
    await lists.ask({ connection: nowhere, project: 'demo' });
    const away = lists.webhooksOf('a', 'demo');
    assert.deepEqual([away.failure?.code, away.value?.length], ['unreachable', 1]);
    await admin.post('users/create', { login: 'guest', name: 'Guest', password: 'Guest-password-1' });
    const guest = await admin.post<{ token: string }>('user_tokens/generate', { login: 'guest', name: 'g' });
    token = guest.token;
    await lists.ask({ connection, project: 'demo' });
    const shut = lists.webhooksOf('a', 'demo');
    assert.deepEqual([shut.failure?.code, shut.value], ['forbidden', undefined]);
  });

  it('find that there is no token without a request', async () => {
    token = undefined;
    const { failure } = await lists.ask({ connection, project: 'demo' });
    assert.equal(failure?.code, 'unauthorized');
    assert.deepEqual(requests, []);
  });

  it('believe the newest question, whatever comes back last', async () => {
    const older = lists.ask({
      connection: { ...connection, serverUrl: 'http://127.0.0.1:1' },
      project: 'demo',
    });
    const newer = lists.ask({ connection, project: 'demo' });
    await Promise.all([older, newer]);
    assert.equal(lists.webhooksOf('a', 'demo').state, 'there');
  });
});
