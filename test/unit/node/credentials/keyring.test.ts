import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findKeyring, keyring, probeKeyring } from '../../../../src/node/credentials/keyring.ts';
import { inTempFolder } from '../../../support/cliRun.ts';
import { withLibrary, works } from '../../../support/keyringLibrary.ts';

describe('keyring', () => {
  it('gives back what it was given, and only for the origin it was given for', () =>
    withLibrary(works, async (path) => {
      const place = keyring(path);
      await place.set({ token: 'squ_x', origin: 'https://a.example' });
      assert.equal(await place.get('https://a.example'), 'squ_x');
      await assert.rejects(place.get('https://b.example'), { code: 'wrongOrigin' });
      await place.delete();
      assert.equal(await place.get('https://a.example'), undefined);
      await place.delete();
    }));

  it('fails as one failure whatever the library throws, without its words', () =>
    withLibrary("throw new Error('squ_x');", async (path) => {
      const set = keyring(path).set({ token: 'squ_x', origin: 'https://a.example' });
      await assert.rejects(set, { code: 'storage', message: 'The keyring could not take the token' });
    }));

  it('is found from the program that runs, and not where it was not installed', () =>
    inTempFolder((folder) => {
      assert.match(findKeyring() ?? '', /@napi-rs.keyring/);
      mkdirSync(join(folder, 'bin'));
      writeFileSync(join(folder, 'bin/cli.js'), '');
      assert.equal(findKeyring(join(folder, 'bin/cli.js')), undefined);
    }));
});

describe('probeKeyring', () => {
  it('says yes where a value comes back, and leaves nothing behind', () =>
    withLibrary(works, async (path) => {
      assert.equal(await probeKeyring(path), true);
      assert.equal(readFileSync(join(path, '../kept.json'), 'utf8'), '{}');
    }));

  it('says no where the keyring forgets', () =>
    withLibrary('', async (path) => {
      assert.equal(await probeKeyring(path), false);
    }));

  it('says no where the keyring refuses', () =>
    withLibrary("throw new Error('AccessDenied');", async (path) => {
      assert.equal(await probeKeyring(path), false);
    }));

  it('says no where the keyring takes the process down', () =>
    withLibrary('process.kill(process.pid, "SIGKILL");', async (path) => {
      assert.equal(await probeKeyring(path), false);
    }));

  it('rejects while the keyring waits for a user', () =>
    withLibrary('await new Promise(() => setInterval(() => {}, 1000));', async (path) => {
      assert.equal(await probeKeyring(path, 300), false);
      assert.ok(!existsSync(join(path, '../kept.json')));
    }));
});
