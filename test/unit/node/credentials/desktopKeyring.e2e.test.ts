import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findKeyring, probeKeyring } from '../../../../src/node/credentials/keyring.ts';
import {
  type DesktopKeyring,
  hasDesktopKeyring,
  messagesOf,
  withDesktopKeyring,
} from '../../../support/desktopKeyring.ts';
import { skipWithout } from '../../../harness/testRecords.ts';

const root = join(import.meta.dirname, '../../../..');
const library = findKeyring(join(root, 'src/cli/program.ts'));
const origin = 'https://a.example';

const script = `
const [modulePath, method, argument] = process.argv.slice(1);
const { keyring } = await import(${JSON.stringify(join(root, 'src/node/credentials/keyring.ts'))});
const place = keyring(modulePath);
place[method](method === 'set' ? JSON.parse(argument) : argument).then(
  (value) => console.log(JSON.stringify(value ?? null)),
  ({ code, message }) => console.log(JSON.stringify({ code, message })),
);`;

/** Calls a method of the keyring in a process of the desktop. Returns its result, or its failure. */
async function run({ env }: DesktopKeyring, method: string, argument = origin): Promise<unknown> {
  assert(library);
  const args = ['--input-type=module', '-e', script, library, method, argument];
  const ran = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(ran.stdout);
}

const set = (desktop: DesktopKeyring, token: string): Promise<unknown> =>
  run(desktop, 'set', JSON.stringify({ token, origin }));

describe('the keyring of a Linux desktop', () => {
  before(function () {
    if (!hasDesktopKeyring) skipWithout(this, 'gnome-keyring-daemon');
  });

  it('returns, replaces and deletes what version 5.0 stored without the library', () =>
    withDesktopKeyring(
      async (desktop) => {
        assert.equal(await run(desktop, 'get'), 'of 5.0');
        await set(desktop, 'new ä');
        assert.equal(await run(desktop, 'get'), 'new ä');
        await run(desktop, 'delete');
        assert.equal(await run(desktop, 'get'), null);
      },
      join(root, 'test/fixtures/login-5.0.keyring'),
    ));

  it('keeps a secret of 100 KB', () =>
    withDesktopKeyring(async (desktop) => {
      const long = 'x'.repeat(100_000);
      await set(desktop, long);
      assert.equal(await run(desktop, 'get'), long);
    }));

  it('sends and receives no secret in the clear [U3]', () =>
    withDesktopKeyring(async (desktop) => {
      const seen = await messagesOf(desktop, async () => {
        await set(desktop, 'squ_secret');
        assert.equal(await run(desktop, 'get'), 'squ_secret');
      });
      assert.ok(seen.includes('GetSecret') && seen.includes('keyring:token@service-cli'), seen);
      assert.ok(seen.includes('"dh-ietf1024-sha256-aes128-cbc-pkcs7"') && !seen.includes('"plain"'), seen);
      for (const form of [
        'squ_secret',
        Buffer.from('squ_secret')
          .toString('hex')
          .replaceAll(/..(?=.)/g, '$& '),
      ])
        assert.ok(!seen.includes(form));
    }));

  it('passes the probe', () =>
    withDesktopKeyring(async ({ env }) => {
      assert(library);
      assert.equal(await probeKeyring(library, { env }), true);
    }));

  it('fails the probe where no keyring runs, or nothing can unlock it', async () => {
    assert(library);
    assert.equal(await probeKeyring(library, { env: { XDG_RUNTIME_DIR: '/none' } }), false);
    await withDesktopKeyring(async (desktop) => {
      await set(desktop, 'x');
      desktop.lock();
      assert.equal(await probeKeyring(library, { env: desktop.env }), false);
      assert.deepEqual(await run(desktop, 'get'), {
        code: 'storage',
        message: 'The keyring could not give the secret',
      });
    });
  });
});
