import assert from 'node:assert/strict';
import { findCredential, platformAt } from '../../../../src/node/credentials/credentials.ts';
import type { SecretPlace } from '../../../../src/node/credentials/secretPlaces.ts';

const at = '2026-01-01T00:00:00Z';

function place(kind: SecretPlace['kind'], token: string): SecretPlace {
  const none = () => Promise.resolve();
  return { kind, get: () => Promise.resolve(token), set: none, delete: none };
}

const never = () => assert.fail('the place was opened');

describe('platformAt', () => {
  it('treats an address without an organization as a server, with its context path', () => {
    const platform = platformAt('https://Host.example/sonar/', undefined);
    assert.ok(!('problem' in platform));
    assert.deepEqual(platform.target, { kind: 'server', serverUrl: 'https://host.example/sonar' });
    assert.equal(platform.scheme, 'basic');
  });

  it('treats an organization without an address as the EU cloud', () => {
    const platform = platformAt(undefined, 'acme');
    assert.ok(!('problem' in platform));
    assert.deepEqual(platform.target, { kind: 'cloud', organizationKey: 'acme', region: 'EU' });
    assert.equal(platform.apiUrl, 'https://api.sonarcloud.io');
  });

  it('recognizes the US cloud by its address', () => {
    const platform = platformAt('https://sonarqube.us', 'acme');
    assert.ok(!('problem' in platform));
    assert.deepEqual(platform.target, { kind: 'cloud', organizationKey: 'acme', region: 'US' });
  });

  it('uses the given address when an organization is given as well', () => {
    const platform = platformAt('http://127.0.0.1:9000', 'acme');
    assert.ok(!('problem' in platform));
    assert.deepEqual([platform.baseUrl, platform.apiUrl], ['http://127.0.0.1:9000', 'http://127.0.0.1:9000']);
  });

  it('names the missing or wrong value', () => {
    assert.deepEqual(platformAt('https://sonarcloud.io', undefined), { problem: 'organizationMissing' });
    assert.deepEqual(platformAt('https://user:pass@host', undefined), { problem: 'urlInvalid' });
    assert.deepEqual(platformAt('ftp://host', undefined), { problem: 'urlInvalid' });
  });
});

describe('findCredential', () => {
  const login = { url: 'https://host.example', storedIn: 'file' as const, at };

  it('prefers the environment and then opens no store', async () => {
    const env = { SERVICE_TOKEN: 'squ_env', SERVICE_URL: 'https://other.example' };
    const found = await findCredential({ env, login, place: never });
    assert.ok(!('problem' in found));
    assert.deepEqual(
      [found.token, found.source, found.platform.baseUrl],
      ['squ_env', 'environment', 'https://other.example'],
    );
  });

  it('does not send a token of the environment to the platform of the login', async () => {
    const found = await findCredential({ env: { SERVICE_TOKEN: 'squ_env' }, login, place: never });
    assert.deepEqual(found, { problem: 'platformMissing' });
  });

  it('counts an empty variable as absent', async () => {
    const found = await findCredential({ env: { SERVICE_TOKEN: '' }, login: undefined, place: never });
    assert.deepEqual(found, { problem: 'notLoggedIn' });
  });

  it('takes the token from the place that the login names', async () => {
    const found = await findCredential({ env: {}, login, place: (kind) => place(kind, 'squ_stored') });
    assert.ok(!('problem' in found));
    assert.deepEqual([found.token, found.source], ['squ_stored', 'file']);
  });

  it('reports a missing token when the keyring has gone', async () => {
    const found = await findCredential({
      env: {},
      login: { ...login, storedIn: 'keyring' },
      place: () => undefined,
    });
    assert.deepEqual(found, { problem: 'tokenMissing', storedIn: 'keyring' });
  });

  it('stops where the environment names another platform without a token, and names both [P1]', async () => {
    const named = (env: NodeJS.ProcessEnv) => findCredential({ env, login, place: never });
    const elsewhere = { problem: 'loginElsewhere', login: 'https://host.example' };
    assert.deepEqual(await named({ SERVICE_URL: 'https://other.example/x' }), {
      ...elsewhere,
      named: 'https://other.example/x',
    });
    assert.deepEqual(await named({ SERVICE_ORG: 'acme' }), { ...elsewhere, named: 'the organization acme' });
    assert.deepEqual(await named({ SERVICE_TOKEN: '' }), { ...elsewhere, named: undefined });
    assert.deepEqual(await named({ SERVICE_URL: 'https://me:pass@host.example' }), {
      ...elsewhere,
      named: 'an address that cannot be used',
    });
  });

  it('uses the login where SERVICE_URL has its origin, also beside an empty token', async () => {
    for (const env of [
      { SERVICE_URL: 'https://HOST.example/' },
      { SERVICE_URL: 'https://host.example', SERVICE_TOKEN: '' },
    ]) {
      const found = await findCredential({ env, login, place: (kind) => place(kind, 'squ_stored') });
      assert.ok(!('problem' in found));
      assert.deepEqual([found.token, found.platform.baseUrl], ['squ_stored', 'https://host.example']);
    }
  });
});
