import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { findKeyring, probeKeyring } from '../../../../src/node/credentials/keyring.ts';
import { findProgram } from '../../../../src/node/process/findProgram.ts';
import { skipWithout } from '../../../harness/testRecords.ts';
import { homeVariables } from '../../../support/homeVariables.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';

/** A bus that starts only the programs of a folder, so that no keyring of another desktop answers. */
const busSettings = (socket: string, programs: string): string => `<!DOCTYPE busconfig PUBLIC
  "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <servicedir>${programs}</servicedir>
  <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
</busconfig>`;

/** Starts the keyring unlocked, with a password for a new user. */
const keyringProgram = `[D-BUS Service]
Name=org.freedesktop.secrets
Exec=/bin/sh -c "printf password | exec gnome-keyring-daemon --foreground --unlock --components=secrets"
`;

const secrets = 'org.freedesktop.secrets';
const bus = 'org.freedesktop.DBus';

interface DesktopKeyring {
  /** The environment of programs of this desktop. */
  readonly env: NodeJS.ProcessEnv;
  /** Locks the keyring. Nothing can unlock it, because the desktop has no display. */
  lock(): void;
}

/** Whether the programs of `withDesktopKeyring` are installed. */
const hasDesktopKeyring = ['dbus-daemon', 'dbus-send', 'dbus-monitor', 'gnome-keyring-daemon'].every(
  (name) => findProgram(name) !== undefined,
);

/**
 * Runs with a session bus and an unlocked GNOME Keyring of a new user.
 *
 * @param stored File with entries that the keyring has from the start. Its password is `password`.
 */
function withDesktopKeyring(use: (desktop: DesktopKeyring) => Promise<void>, stored?: string): Promise<void> {
  return withTempFolder(async (folder) => {
    const [home, programs, runtime] = [join(folder, 'home'), join(folder, 'programs'), join(folder, 'run')];
    for (const path of [home, programs]) mkdirSync(path);
    mkdirSync(runtime, { mode: 0o700 });
    if (stored !== undefined) {
      const keyrings = join(home, '.local/share/keyrings');
      mkdirSync(keyrings, { recursive: true });
      copyFileSync(stored, join(keyrings, 'login.keyring'));
    }
    const settings = join(folder, 'bus.conf');
    writeFileSync(settings, busSettings(join(runtime, 'bus'), programs));
    writeFileSync(join(programs, 'keyring.service'), keyringProgram);
    const env = {
      PATH: process.env.PATH,
      ...homeVariables(home),
      XDG_RUNTIME_DIR: runtime,
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(runtime, 'bus')}`,
    };
    const daemon = spawn(
      'dbus-daemon',
      [`--config-file=${settings}`, '--nofork', '--nosyslog', '--print-address=1'],
      { env, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    try {
      // It prints its address when it listens.
      await once(createInterface(daemon.stdout), 'line');
      await useKeyring(env, use);
    } finally {
      daemon.kill();
    }
  });
}

/** Starts the keyring of a bus, and ends it after the work. */
async function useKeyring(
  env: NodeJS.ProcessEnv,
  use: (desktop: DesktopKeyring) => Promise<void>,
): Promise<void> {
  const send = (to: string, path: string, method: string, ...args: string[]): string =>
    execFileSync('dbus-send', ['--session', '--print-reply=literal', `--dest=${to}`, path, method, ...args], {
      env,
      encoding: 'utf8',
    });
  // The answer comes when the keyring runs.
  send(bus, '/', `${bus}.StartServiceByName`, `string:${secrets}`, 'uint32:0');
  const [pid] =
    /\d+$/.exec(send(bus, '/', `${bus}.GetConnectionUnixProcessID`, `string:${secrets}`).trim()) ?? [];
  const login = 'array:objpath:/org/freedesktop/secrets/collection/login';
  try {
    await use({
      env,
      lock() {
        send(secrets, '/org/freedesktop/secrets', 'org.freedesktop.Secret.Service.Lock', login);
      },
    });
  } finally {
    process.kill(Number(pid));
  }
}

/** Returns all messages of the bus during the work, as `dbus-monitor` prints them. */
async function messagesOf({ env }: Pick<DesktopKeyring, 'env'>, work: () => Promise<void>): Promise<string> {
  const monitor = spawn('dbus-monitor', ['--session'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let printed = '';
  monitor.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  // It prints its own name when it listens.
  await once(monitor.stdout, 'data');
  try {
    await work();
  } finally {
    monitor.kill();
    await once(monitor, 'close');
  }
  return printed;
}

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
