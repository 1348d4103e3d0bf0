import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findKeyring, keyring, probeKeyring } from '../../../../src/node/credentials/keyring.ts';
import { inTempFolder } from '../../../support/cliRun.ts';
import { withLibrary, storingSetPassword } from '../../../support/keyringLibrary.ts';
import { skipWithout } from '../../../harness/testRecords.ts';

describe('keyring', () => {
  it('returns a stored token for its own origin only', () =>
    withLibrary(storingSetPassword, async (path) => {
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

  const addresses = [
    'tcp:host=127.0.0.1,port=1',
    'unixexec:path=/bin/sh',
    'unix:path=/run/bus;tcp:host=127.0.0.1,port=1',
    'unix:tmpdir=/tmp',
    '',
  ];
  for (const address of addresses)
    it(`asks no library where the bus is '${address}' [U3]`, async function () {
      if (process.platform === 'win32' || process.platform === 'darwin') skipWithout(this, 'Linux');
      const before = process.env.DBUS_SESSION_BUS_ADDRESS;
      process.env.DBUS_SESSION_BUS_ADDRESS = address;
      try {
        await withLibrary(storingSetPassword, async (path) => {
          const set = keyring(path).set({ token: 'squ_x', origin: 'https://a.example' });
          await assert.rejects(set, { code: 'storage' });
          assert.equal(await probeKeyring(path), false);
          assert.ok(!existsSync(join(path, '../kept.json')));
        });
      } finally {
        if (before === undefined) delete process.env.DBUS_SESSION_BUS_ADDRESS;
        else process.env.DBUS_SESSION_BUS_ADDRESS = before;
      }
    });

  it('is found from the running program, and only where it is installed', () =>
    inTempFolder((folder) => {
      const program = join(folder, 'bin/cli.js');
      const native = (name: string): string => join(folder, 'node_modules/@napi-rs', name, 'keyring.node');
      const systems = [
        { system: { platform: 'linux', arch: 'x64' }, library: native('keyring-linux-x64-gnu') },
        { system: { platform: 'linux', arch: 'arm64' }, library: native('keyring-linux-arm64-musl') },
        { system: { platform: 'linux', arch: 'arm' }, library: native('keyring-linux-arm-gnueabihf') },
        { system: { platform: 'darwin', arch: 'arm64' }, library: native('keyring-darwin-arm64') },
        { system: { platform: 'win32', arch: 'x64' }, library: native('keyring-win32-x64-msvc') },
      ] as const;
      mkdirSync(join(folder, 'bin'));
      writeFileSync(program, '');
      for (const { system } of systems) assert.equal(findKeyring(program, system), undefined);

      for (const { library } of systems) {
        mkdirSync(dirname(library), { recursive: true });
        writeFileSync(library, '');
        writeFileSync(join(library, '../package.json'), JSON.stringify({ main: 'keyring.node' }));
      }
      for (const { system, library } of systems) assert.equal(findKeyring(program, system), library);
    }));

  it('has a library for Windows, macOS, and Linux on x64 and ARM', () => {
    const { optionalDependencies } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8'),
    ) as { optionalDependencies: object };
    assert.deepEqual(Object.keys(optionalDependencies), [
      '@napi-rs/keyring-darwin-arm64',
      '@napi-rs/keyring-darwin-x64',
      '@napi-rs/keyring-linux-arm-gnueabihf',
      '@napi-rs/keyring-linux-arm64-gnu',
      '@napi-rs/keyring-linux-arm64-musl',
      '@napi-rs/keyring-linux-x64-gnu',
      '@napi-rs/keyring-linux-x64-musl',
      '@napi-rs/keyring-win32-arm64-msvc',
      '@napi-rs/keyring-win32-ia32-msvc',
      '@napi-rs/keyring-win32-x64-msvc',
    ]);
  });
});

describe('probeKeyring', () => {
  it('returns true when a stored value can be read, and deletes the value', () =>
    withLibrary(storingSetPassword, async (path) => {
      assert.equal(await probeKeyring(path), true);
      assert.equal(readFileSync(join(path, '../kept.json'), 'utf8'), '{}');
    }));

  for (const [what, setPassword] of [
    ['loses the value', ''],
    ['refuses access', "throw new Error('AccessDenied');"],
    ['crashes the process', 'process.kill(process.pid, "SIGKILL");'],
  ] as const)
    it(`returns false when the keyring ${what}`, () =>
      withLibrary(setPassword, async (path) => {
        assert.equal(await probeKeyring(path), false);
      }));

  it('rejects while the keyring waits for a user', () =>
    withLibrary('await new Promise(() => setInterval(() => {}, 1000));', async (path) => {
      assert.equal(await probeKeyring(path, { timeoutMs: 300 }), false);
      assert.ok(!existsSync(join(path, '../kept.json')));
    }));
});
