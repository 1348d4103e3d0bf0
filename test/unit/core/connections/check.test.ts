import assert from 'node:assert/strict';
import { checkConnection, type ConnectionState } from '../../../../src/core/connections/check.ts';
import type { Target } from '../../../../src/core/connections/connection.ts';
import { withAnswers, type Answers } from '../../../support/platformStub.ts';
import { fieldOf } from '../../../support/lists.ts';

const server: Target = { kind: 'server', serverUrl: 'http://unused' };
const cloud: Target = { kind: 'cloud', organizationKey: 'acme', region: 'EU' };
const up = { 'api/system/status': { version: '26.9.0.129388', status: 'UP' } };
const alice = { 'api/users/current': { isLoggedIn: true, login: 'alice' } };
const oneProject = { 'api/components/search_projects': { components: [{ key: 'p', name: 'P' }] } };
const token = 'a'.repeat(40);

async function check(target: Target, given: string | undefined, answers: Answers): Promise<ConnectionState> {
  let state: ConnectionState | undefined;
  await withAnswers(answers, given, async ({ api }) => {
    state = await checkConnection(target, given, api);
  });
  assert(state);
  return state;
}

describe('checkConnection', () => {
  it('reports a connection with a user token as connected, with version and login', async () => {
    const show = { 'api/components/show': { component: { key: 'p', name: 'P' } } };
    assert.deepEqual(await check(server, token, { ...up, ...alice, ...oneProject, ...show }), {
      state: 'connected',
      version: '26.9.0.129388',
      login: 'alice',
      administers: false,
    });
  });

  it('knows from the same answers whether the account administers the server or the organization', async () => {
    const administers = async (target: Target, answers: Answers): Promise<unknown> => {
      const state = await check(target, `squ_${token}`, { ...up, ...alice, ...answers });
      return state.state === 'connected' && state.administers;
    };
    const current = (global: readonly string[]) => ({
      'api/users/current': { isLoggedIn: true, login: 'alice', permissions: { global } },
    });
    const acme = (actions: object) => ({
      'api/organizations/search': { organizations: [{ key: 'acme', name: 'Acme', ...actions }] },
    });
    assert.equal(await administers(server, current(['admin', 'scan'])), true);
    assert.equal(await administers(server, current(['scan'])), false);
    assert.equal(await administers(cloud, { ...current(['admin']), ...acme({}) }), false);
    assert.equal(await administers(cloud, acme({ actions: { admin: true } })), true);
    assert.equal(await administers(cloud, acme({ actions: { admin: false } })), false);
  });

  it('rejects when it is cancelled, and does not report the platform as unreachable', () =>
    withAnswers({ ...up, ...alice }, token, async ({ api }) => {
      const cancelled = api.with({ signal: AbortSignal.abort() });
      await assert.rejects(checkConnection(server, token, cancelled), { code: 'cancelled' });
    }));

  it('reports a platform as unreachable that fails on the request for the kind of the token', async () => {
    const answers = { ...up, ...alice, ...oneProject, 'api/components/show': 500 };
    assert.equal((await check(server, token, answers)).state, 'unreachable');
  });

  it('concludes nothing from 404 and 401 while the server starts', async () => {
    const starting = {
      'api/system/status': { version: '26.9.0', status: 'STARTING' },
      'api/users/current': 401,
    };
    assert.deepEqual(await check(server, token, starting), { state: 'starting', status: 'STARTING' });
  });

  for (const version of ['9.8.1', '9', '8.9.10.61524', '7.9'])
    it(`refuses server ${version}`, async () => {
      const old = { 'api/system/status': { version, status: 'UP' } };
      assert.deepEqual(await check(server, token, old), { state: 'versionTooOld', version });
    });

  for (const version of [
    '9.9.0.65466',
    '10.3',
    '25.12.0.117093',
    '2026.3.1.123439',
    '2027.1-SNAPSHOT',
    'unknown',
    '10',
    undefined,
  ])
    it(`accepts server ${version ?? 'without a version'}`, async () => {
      const answers = { 'api/system/status': { version, status: 'UP' }, ...alice };
      assert.equal((await check(server, `squ_${token}`, answers)).state, 'connected');
    });

  it('says that the token is missing only of a server that is up', async () => {
    assert.deepEqual(await check(server, undefined, up), { state: 'tokenMissing' });
    assert.equal((await check(server, undefined, { 'api/system/status': 502 })).state, 'unreachable');
  });

  for (const [prefix, kind] of [
    ['sqp_', 'project'],
    ['sqa_', 'global'],
  ] as const)
    it(`knows a ${kind} token by its prefix, without sending it [AU4]`, () =>
      withAnswers(up, `${prefix}${token}`, async ({ api, requests }) => {
        const state = await checkConnection(server, `${prefix}${token}`, api);
        assert.deepEqual(state, { state: 'wrongTokenKind', kind });
        assert.deepEqual(fieldOf(requests, 'line'), ['GET api/system/status']);
      }));

  it('recognizes an analysis token without prefix by a request that the platform forbids', async () => {
    const answers = { ...up, ...alice, ...oneProject, 'api/components/show': 403 };
    assert.deepEqual(await check(server, token, answers), { state: 'wrongTokenKind', kind: undefined });
  });

  it('concludes nothing about the kind of a token without prefix when the platform lists no project', async () => {
    const none = { 'api/components/search_projects': { components: [], paging: { total: 0 } } };
    assert.equal((await check(server, token, { ...up, ...alice, ...none })).state, 'connected');
  });

  it('reports a connection as connected when its project disappears between two requests', async () => {
    const answers = { ...up, ...alice, ...oneProject, 'api/components/show': 404 };
    assert.equal((await check(server, token, answers)).state, 'connected');
  });

  it('recognizes a refused token by the status alone', async () => {
    assert.deepEqual(await check(server, token, { ...up, 'api/users/current': 401 }), {
      state: 'tokenRefused',
    });
  });

  it('reports a token as refused on a platform that also lets anonymous users read', async () => {
    const anonymous = { 'api/users/current': { isLoggedIn: false } };
    assert.deepEqual(await check(server, token, { ...up, ...anonymous }), { state: 'tokenRefused' });
  });

  it('names an organization that the cloud does not list', async () => {
    const answers = {
      ...alice,
      'api/organizations/search': { organizations: [{ key: 'acme2', name: 'A' }] },
    };
    const notFound = { state: 'organizationNotFound', organizationKey: 'acme' };
    assert.deepEqual(await check(cloud, token, answers), notFound);
  });

  for (const [what, answer] of [
    ['HTML of a proxy', '<html>Sign in</html>'],
    ['a truncated answer', '{"status":"U'],
    ['JSON of another shape', { hello: 'world' }],
    ['a redirect', 302],
    ['a rate limit', 429],
    ['an error of the server', 500],
  ] as const)
    it(`reports ${what} as unreachable, with the reason`, async () => {
      const state = await check(server, token, { 'api/system/status': answer });
      assert(state.state === 'unreachable');
      assert.match(state.failure.message, /^GET api\/system\/status: /);
    });
});
