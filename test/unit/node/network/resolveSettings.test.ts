import assert from 'node:assert/strict';
import type { Config } from '../../../../src/node/network/configFile.ts';
import { secretFor, settingFor } from '../../../../src/node/network/resolveSettings.ts';

const origin = 'https://secure.corp';
const url = new URL(`${origin}/api`);
const keyFor = (config: Partial<Config>, env: NodeJS.ProcessEnv = {}): string | undefined =>
  settingFor('client-key', url, { env, config: { version: 1, ...config } })?.value;

describe('the settings of a client certificate', () => {
  const forAll = { 'client-certificate': 'all.pem', 'client-key': 'all.key' };

  it('takes the key for all origins with the certificate for all origins', () =>
    assert.equal(keyFor({ settings: forAll }), 'all.key'));

  it('never takes the key for all origins with the certificate for one origin', () => {
    assert.equal(
      keyFor({ settings: forAll, origins: { [origin]: { 'client-certificate': 'one.pem' } } }),
      undefined,
    );
    const pair = { 'client-certificate': 'one.pem', 'client-key': 'one.key' };
    assert.equal(keyFor({ settings: forAll, origins: { [origin]: pair } }), 'one.key');
  });

  it('never takes a key of the file with a certificate of the variable, nor the other way round', () => {
    assert.equal(keyFor({ settings: forAll }, { SERVICE_CLIENT_CERTIFICATE: 'mine.pem' }), undefined);
    assert.equal(keyFor({ settings: forAll }, { SERVICE_CLIENT_KEY: 'mine.key' }), 'all.key');
  });

  it('takes no passphrase for all origins with the certificate for one origin, but that of the variable', () => {
    const config: Config = {
      version: 1,
      settings: { ...forAll, 'client-passphrase': { storedIn: 'keyring' } },
      origins: { [origin]: { 'client-certificate': 'one.p12' } },
    };
    assert.equal(secretFor('client-passphrase', url, { env: {}, config }), undefined);
    assert.deepEqual(secretFor('client-passphrase', new URL('https://other.corp'), { env: {}, config }), {
      storedIn: 'keyring',
      source: { file: true, origin: undefined },
    });
    const env = { SERVICE_CLIENT_PASSPHRASE: 'p' };
    assert.deepEqual(secretFor('client-passphrase', url, { env, config }), {
      value: 'p',
      source: { variable: 'SERVICE_CLIENT_PASSPHRASE' },
    });
  });
});
