import assert from 'node:assert/strict';
import { Api } from '../../../../src/core/api/client.ts';
import { neutralBrand as brand } from '../../../../src/core/brand.ts';
import { baseUrlOf, type Connection } from '../../../../src/core/connections/connection.ts';
import { Emitter } from '../../../../src/core/events.ts';
import type { HttpRequest } from '../../../../src/core/http.ts';
import { noLog as log } from '../../../../src/core/log.ts';
import { WebhookLists } from '../../../../src/extension/webhooks/webhookLists.ts';
import { createHttp } from '../../../../src/node/http/createHttp.ts';
import { startEmulator, type Emulator } from '../../../../src/emulator/emulator.ts';
import { becomes } from '../../../support/becomes.ts';
import { serverConnection } from '../../../simulation/monitoredWindow.ts';
import { Provisioner } from '../../../contract/provision.ts';
import { fieldOf } from '../../../support/lists.ts';

/** The connection when its platform is unreachable. */
const nowhere = serverConnection('a', { serverUrl: 'http://127.0.0.1:1' });

describe('WebhookLists', () => {
  let platform: Emulator;
  let admin: Provisioner;
  let token: string | undefined;
  let lists: WebhookLists;
  let tokens: Emitter<string>;
  let stored: Connection | undefined;
  let connection: Connection;
  const requests: string[] = [];

  before(async () => {
    platform = await startEmulator({});
    admin = new Provisioner(platform.url, platform.token);
    await admin.project('demo');
    await admin.post('webhooks/create', { name: 'ci', url: 'https://example.com/', project: 'demo' });
    connection = serverConnection('a', { serverUrl: platform.url });
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
    tokens = new Emitter<string>(assert.ifError);
    stored = connection;
    lists = new WebhookLists({
      log,
      store: { get: () => stored },
      tokenStore: { onDidChange: tokens.event },
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

  it('request the webhooks of a project, and the global ones, only when the user opens them [WC4]', async () => {
    const states: string[] = [];
    lists.onDidChange(() => states.push(lists.webhooksOf('a', 'demo').state));
    assert.equal(lists.webhooksOf('a', 'demo').state, 'unasked');
    assert.equal(lists.deliveriesOf('a', 'x').state, 'unasked');
    assert.deepEqual(requests, []);
    await lists.ask({ connection, project: 'demo' });
    assert.deepEqual(states, ['asking', 'there']);
    assert.deepEqual(requests, ['/api/webhooks/list']);
    assert.deepEqual(fieldOf(lists.webhooksOf('a', 'demo').value ?? [], 'name'), ['ci']);
    assert.equal(lists.webhooksOf('a', undefined).state, 'unasked');
    await lists.ask({ connection, project: undefined });
    assert.deepEqual(lists.webhooksOf('a', undefined).value, []);
  });

  it('keep what they knew while the platform is unreachable, and drop it when the account may not see it', async () => {
    await lists.ask({ connection, project: 'demo' });
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

  it('drop what they know of a deleted connection, also if an answer arrives later', async () => {
    await lists.ask({ connection, project: 'demo' });
    await lists.ask({ connection: { ...connection, uuid: 'b' }, project: 'demo' });
    const webhook = lists.webhooksOf('a', 'demo').value?.[0]?.key ?? '';
    const late = lists.askDeliveries(connection, webhook);
    stored = undefined;
    tokens.fire('a');
    await late;
    assert.equal(lists.webhooksOf('a', 'demo').state, 'unasked');
    assert.equal(lists.deliveriesOf('a', webhook).state, 'unasked');
    assert.equal(lists.webhooksOf('b', 'demo').state, 'there');
  });

  it('ask again, with the new token, for what they knew with the old one, and show nothing of the old answer', async () => {
    await lists.ask({ connection, project: 'demo' });
    await lists.ask({ connection, project: undefined });
    await admin.post('users/create', { login: 'other', name: 'Other', password: 'Other-password-1' });
    ({ token } = await admin.post<{ token: string }>('user_tokens/generate', { login: 'other', name: 'o' }));
    requests.length = 0;
    tokens.fire('a');
    assert.deepEqual(lists.webhooksOf('a', 'demo'), {
      state: 'asking',
      value: undefined,
      failure: undefined,
    });
    const failures = () => ['demo', undefined].map((key) => lists.webhooksOf('a', key).failure?.code);
    await becomes(() => Promise.resolve(failures()), ['forbidden', 'forbidden']);
    assert.deepEqual(requests, ['/api/webhooks/list', '/api/webhooks/list']);
  });

  it('report a missing token without a request', async () => {
    token = undefined;
    const { failure } = await lists.ask({ connection, project: 'demo' });
    assert.equal(failure?.code, 'unauthorized');
    assert.deepEqual(requests, []);
  });

  it('show the answer to the newest request, whichever answer arrives last', async () => {
    const older = lists.ask({ connection: nowhere, project: 'demo' });
    const newer = lists.ask({ connection, project: 'demo' });
    await Promise.all([older, newer]);
    assert.equal(lists.webhooksOf('a', 'demo').state, 'there');
  });
});
