import assert from 'node:assert/strict';
import { neutralBrand } from '../../../../src/core/brand.ts';
import { PlatformAccess } from '../../../../src/core/connections/access.ts';
import type { Connection } from '../../../../src/core/connections/connection.ts';
import { Failure } from '../../../../src/core/failures.ts';
import type { Http, HttpRequest } from '../../../../src/core/http.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';

const common = { uuid: 'u', connectionId: 'main', receiveNotifications: true };
const server: Connection = { kind: 'server', ...common, serverUrl: 'https://example.org/base' };
const cloud: Connection = { kind: 'cloud', ...common, organizationKey: 'acme', region: 'US' };
const { signal } = new AbortController();

/** Answers like a platform that is up, and keeps what it was sent. */
function withAccess(get: (uuid: string, origin: string) => Promise<string | undefined>) {
  const sent: HttpRequest[] = [];
  const http: Http = {
    send: (request) => {
      sent.push(request);
      const body = request.url.includes('status') ? { status: 'UP', version: '10.0' } : { isLoggedIn: false };
      return Promise.resolve({ status: 200, headers: {}, body: JSON.stringify(body) });
    },
  };
  const log = new CollectingLog();
  const access = new PlatformAccess({
    http,
    log,
    userAgent: 'test',
    tokenStore: { get },
    cloud: () => neutralBrand.cloud,
  });
  return { access, sent, log };
}

describe('PlatformAccess', () => {
  it('asks the token store for the token of the origin that the connection names', async () => {
    const asked: string[] = [];
    const { access } = withAccess((uuid, origin) => {
      asked.push(`${uuid} ${origin}`);
      return Promise.resolve('t');
    });
    assert.equal((await access.apiFor(server))?.baseUrl, 'https://example.org/base');
    assert.equal((await access.apiFor(cloud))?.baseUrl, neutralBrand.cloud.US.web);
    assert.deepEqual(asked, ['u https://example.org', `u ${neutralBrand.cloud.US.web}`]);
  });

  it('gives no client without a token, whatever the reason', async () => {
    assert.equal(await withAccess(() => Promise.resolve(undefined)).access.apiFor(server), undefined);
    for (const code of ['wrongOrigin', 'malformed', 'storage'] as const) {
      const { access, log } = withAccess(() => Promise.reject(new Failure(code, 'why')));
      assert.equal(await access.apiFor(server), undefined);
      assert.deepEqual(log.lines, ['main: why']);
    }
  });

  it('finds the token missing without sending any credential', async () => {
    const { access, sent } = withAccess(() => Promise.resolve(undefined));
    assert.deepEqual(await access.checkConnection(server, signal), { state: 'tokenMissing' });
    assert(sent.length > 0 && sent.every(({ headers }) => headers?.Authorization === undefined));
  });

  it('probes an unsaved token: as login on servers, as bearer on the cloud', async () => {
    const { access, sent } = withAccess(() => assert.fail('nothing is read from the token store'));
    assert.deepEqual(await access.probe(server, 't', signal), { state: 'tokenRefused' });
    assert.deepEqual(await access.probe(cloud, 't', signal), { state: 'tokenRefused' });
    const schemes = sent.map(({ headers }) => headers?.Authorization?.split(' ')[0]);
    assert.deepEqual([...new Set(schemes)], ['Basic', 'Bearer']);
  });
});
