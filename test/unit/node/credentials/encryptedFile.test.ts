import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encryptedFile } from '../../../../src/node/credentials/encryptedFile.ts';
import { inTempFolder } from '../../../support/cliRun.ts';

const origin = 'https://quality.example.com';
const kept = { token: 'squ_abc', origin };

const inFile = (work: (path: string) => Promise<void>): Promise<void> =>
  inTempFolder((folder) => work(join(folder, 'secrets.json')));

describe('encryptedFile', () => {
  it('gives each secret for its own origin only', () =>
    inFile(async (path) => {
      await encryptedFile(path, 'passphrase', 'token').set(kept);
      await encryptedFile(path, 'passphrase', 'other').set({ token: 'second', origin: 'none:' });
      assert.equal(await encryptedFile(path, 'passphrase', 'token').get(origin), 'squ_abc');
      assert.equal(await encryptedFile(path, 'passphrase', 'other').get('none:'), 'second');
      assert.equal(await encryptedFile(path, 'passphrase', 'absent').get(origin), undefined);
      const elsewhere = encryptedFile(path, 'passphrase', 'token').get('https://evil.example.com');
      await assert.rejects(elsewhere, { code: 'wrongOrigin' });
    }));

  it('refuses an entry that was moved to another name [U2]', () =>
    inFile(async (path) => {
      await encryptedFile(path, 'passphrase', 'token').set(kept);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.replace('"token"', '"other"'));
      await assert.rejects(encryptedFile(path, 'passphrase', 'other').get(origin), { code: 'storage' });
    }));

  it('keeps the passphrase of the other entries: a secret with another one is refused', () =>
    inFile(async (path) => {
      await encryptedFile(path, 'passphrase', 'token').set(kept);
      const before = readFileSync(path);
      await assert.rejects(encryptedFile(path, 'another', 'other').set(kept), { code: 'storage' });
      assert.deepEqual(readFileSync(path), before);
    }));

  it('takes a passphrase as it is written in any normal form of Unicode', () =>
    inFile(async (path) => {
      await encryptedFile(path, 'Schl\u00FCssel', 'token').set(kept);
      assert.equal(await encryptedFile(path, 'Schlu\u0308ssel', 'token').get(origin), 'squ_abc');
    }));
});
