import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findKeyring, keyring, probeKeyring } from '../../../../src/node/credentials/keyring.ts';
import { inTempFolder } from '../../../support/cliRun.ts';
import { withLibrary, works } from '../../../support/keyringLibrary.ts';

describe('keyring', () => {
  it('returns a stored token for its own origin only', () =>
    withLibrary(works, async (path) => {
      const place = keyring(path);
      await place.set({ token: 'squ_x', origin: 'https://a.example' });
      assert.equal(await place.get('https://a.example'), 'squ_x');
      await assert.rejects(place.get('https://b.example'), { code: 'wrongOrigin' });
      await place.delete();
      assert.equal(await place.get('https://a.example'), undefined);
      await place.delete();
    }));

  it('turns every error of the library into one failure without its message', () =>
    withLibrary("throw new Error('squ_x');", async (path) => {
      const set = keyring(path).set({ token: 'squ_x', origin: 'https://a.example' });
      await assert.rejects(set, { code: 'storage', message: 'The keyring could not take the secret' });
    }));

  it('is found from the running program, and only where it is installed', () =>
    inTempFolder((folder) => {
      assert.match(findKeyring() ?? '', /@napi-rs.keyring/);
      mkdirSync(join(folder, 'bin'));
      writeFileSync(join(folder, 'bin/cli.js'), '');
      assert.equal(findKeyring(join(folder, 'bin/cli.js')), undefined);
    }));
});

describe('probeKeyring', () => {
  it('returns true when a stored value can be read, and deletes the value', () =>
    withLibrary(works, async (path) => {
      assert.equal(await probeKeyring(path), true);
      assert.equal(readFileSync(join(path, '../kept.json'), 'utf8'), '{}');
    }));

  it('returns false when the keyring loses the value', () =>
    withLibrary('', async (path) => {
      assert.equal(await probeKeyring(path), false);
    }));

  it('returns false when the keyring refuses access', () =>
    withLibrary("throw new Error('AccessDenied');", async (path) => {
      assert.equal(await probeKeyring(path), false);
    }));

  it('returns false when the keyring crashes the process', () =>
    withLibrary('process.kill(process.pid, "SIGKILL");', async (path) => {
      assert.equal(await probeKeyring(path), false);
    }));

  it('rejects while the keyring waits for a user', () =>
    withLibrary('await new Promise(() => setInterval(() => {}, 1000));', async (path) => {
      assert.equal(await probeKeyring(path, 300), false);
      assert.ok(!existsSync(join(path, '../kept.json')));
    }));
});
