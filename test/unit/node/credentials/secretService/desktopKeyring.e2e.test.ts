import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findKeyring, probeKeyring } from '../../../../../src/node/credentials/keyring.ts';
import {
  type DesktopKeyring,
  hasDesktopKeyring,
  withDesktopKeyring,
} from '../../../../support/desktopKeyring.ts';

const root = join(import.meta.dirname, '../../../../..');
const ours = join(root, 'dist/secretService.js');
/** The library of the other systems, whose Linux version wrote the entries of earlier versions. */
const native = fileURLToPath(import.meta.resolve('@napi-rs/keyring'));

const script = `
const [modulePath, method, ...args] = process.argv.slice(1);
const { AsyncEntry } = require(modulePath);
const entry = new AsyncEntry('service-cli', 'token', { linux: { store: 'secret-service' } });
entry[method](...args).then(
  (value) => console.log(JSON.stringify(value ?? null)),
  (error) => console.log(JSON.stringify({ code: error.code, message: error.message })),
);`;

/** Calls a method of a library's entry in a process of the desktop. Returns its result, or the code of its error. */
async function run(
  { env }: DesktopKeyring,
  library: string,
  method: string,
  ...args: string[]
): Promise<unknown> {
  const ran = await promisify(execFile)(process.execPath, ['-e', script, library, method, ...args], { env });
  return JSON.parse(ran.stdout);
}

describe('the keyring of a Linux desktop', function () {
  this.timeout(30_000);

  before(function () {
    if (!hasDesktopKeyring) this.skip();
  });

  it('returns, replaces and deletes what the native library stored, and the other way round', () =>
    withDesktopKeyring(async (desktop) => {
      assert.equal(await run(desktop, ours, 'getPassword'), null);
      await run(desktop, native, 'setPassword', 'of the native one');
      assert.equal(await run(desktop, ours, 'getPassword'), 'of the native one');
      await run(desktop, ours, 'setPassword', 'ours ä');
      assert.equal(await run(desktop, native, 'getPassword'), 'ours ä');
      assert.equal(await run(desktop, ours, 'deletePassword'), true);
      assert.equal(await run(desktop, native, 'getPassword'), null);
      assert.equal(await run(desktop, ours, 'deletePassword'), false);
      await run(desktop, ours, 'setPassword', 'new');
      assert.equal(await run(desktop, native, 'getPassword'), 'new');
    }));

  it('keeps a secret of 100 KB', () =>
    withDesktopKeyring(async (desktop) => {
      const long = 'x'.repeat(100_000);
      await run(desktop, ours, 'setPassword', long);
      assert.equal(await run(desktop, ours, 'getPassword'), long);
    }));

  it('is found beside the program, and passes the probe', () =>
    withDesktopKeyring(async ({ env }) => {
      const library = findKeyring(join(root, 'dist/cli.js'), { platform: 'linux', arch: 'x64' });
      assert.equal(library, ours);
      assert.equal(await probeKeyring(library, { env }), true);
    }));

  it('fails the probe where no keyring runs, or nothing can unlock it', async () => {
    assert.equal(await probeKeyring(ours, { env: { XDG_RUNTIME_DIR: '/none' } }), false);
    await withDesktopKeyring(async (desktop) => {
      await run(desktop, ours, 'setPassword', 'x');
      await desktop.lock();
      assert.equal(await probeKeyring(ours, { env: desktop.env }), false);
      assert.deepEqual(await run(desktop, ours, 'getPassword'), {
        code: 'storage',
        message: 'The user did not unlock the keyring',
      });
    });
  });
});
