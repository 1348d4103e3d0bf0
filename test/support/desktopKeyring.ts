import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { SessionBus } from '../../src/node/credentials/secretService/sessionBus.ts';
import { findProgram } from '../../src/node/process/findProgram.ts';
import { withTempFolder } from './tempFolder.ts';

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
const bus = { destination: 'org.freedesktop.DBus', path: '/', interface: 'org.freedesktop.DBus' };

export interface DesktopKeyring {
  /** The environment of programs of this desktop. */
  readonly env: NodeJS.ProcessEnv;
  /** Locks the keyring. Nothing can unlock it, because the desktop has no display. */
  lock(): Promise<void>;
}

/** Whether the programs of `withDesktopKeyring` are installed. */
export const hasDesktopKeyring: boolean =
  findProgram('dbus-daemon') !== undefined && findProgram('gnome-keyring-daemon') !== undefined;

/** Runs with a session bus and an unlocked GNOME Keyring of a new user. */
export function withDesktopKeyring(use: (desktop: DesktopKeyring) => Promise<void>): Promise<void> {
  return withTempFolder(async (folder) => {
    const [home, programs, runtime] = [join(folder, 'home'), join(folder, 'programs'), join(folder, 'run')];
    for (const path of [home, programs]) mkdirSync(path);
    mkdirSync(runtime, { mode: 0o700 });
    const settings = join(folder, 'bus.conf');
    writeFileSync(settings, busSettings(join(runtime, 'bus'), programs));
    writeFileSync(join(programs, 'keyring.service'), keyringProgram);
    const env = {
      PATH: process.env.PATH,
      HOME: home,
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
  const connection = await SessionBus.connect(env);
  const number = z.tuple([z.number()]);
  // The answer comes when the keyring runs.
  await connection.call(
    { ...bus, member: 'StartServiceByName', signature: 'su', args: [secrets, 0] },
    number,
  );
  const owner = { ...bus, member: 'GetConnectionUnixProcessID', signature: 's', args: [secrets] };
  const [pid] = await connection.call(owner, number);
  try {
    const lock = {
      destination: secrets,
      path: '/org/freedesktop/secrets',
      interface: 'org.freedesktop.Secret.Service',
      member: 'Lock',
      signature: 'ao',
      args: [['/org/freedesktop/secrets/collection/login']],
    };
    await use({
      env,
      async lock() {
        await connection.call(lock, z.tuple([z.array(z.string()), z.string()]));
      },
    });
  } finally {
    connection.close();
    process.kill(pid);
  }
}
