import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { realpathSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { Failure } from '../../core/failures.ts';
import { readStoredToken, type SecretPlace } from './secretPlaces.ts';

/** The part of the keyring library that this module uses. */
interface KeyringModule {
  readonly AsyncEntry: new (
    service: string,
    account: string,
    options: typeof entryOptions,
  ) => {
    getPassword(): Promise<string | null | undefined>;
    setPassword(password: string): Promise<void>;
    deletePassword(): Promise<unknown>;
  };
}

const service = 'service-cli';
/** By default the library also keeps a copy in the keyring of the kernel, even without a desktop session. */
const entryOptions = { linux: { store: 'secret-service' } } as const;

/** Returns the library's file as the running program would load it; undefined if the library is not installed. */
export function findKeyring(
  program: string | undefined = process.argv[1],
  { platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'> = process,
): string | undefined {
  if (program === undefined) return undefined;
  const suffixes = { win32: ['-msvc'], linux: ['-gnu', '-musl', '-gnueabihf'] }[platform as string] ?? [''];
  for (const suffix of suffixes)
    try {
      const library = `@napi-rs/keyring-${platform}-${arch}${suffix}`;
      return createRequire(realpathSync(program)).resolve(library);
    } catch {
      // The library is not part of this installation, as in the editor's own copy of the command line.
    }
  return undefined;
}

/**
 * Returns whether the keyring is behind a socket of this machine. The library would also connect to another machine, and
 * start a program, if the address of a Linux desktop's bus names one.
 */
function isLocal({ DBUS_SESSION_BUS_ADDRESS: bus }: NodeJS.ProcessEnv): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32' || bus === undefined) return true;
  return /^unix:(?:path|abstract)=[^,;]+(?:,guid=[\da-f]+)?$/i.test(bus);
}

/** Returns an entry of the OS keyring, whose library is loaded on first use. Methods reject with `storage`. */
export function keyring(modulePath: string, account = 'token'): SecretPlace {
  const entry = (): InstanceType<KeyringModule['AsyncEntry']> => {
    if (!isLocal(process.env)) throw new Error('DBUS_SESSION_BUS_ADDRESS names no socket of this machine');
    const { AsyncEntry } = createRequire(modulePath)(modulePath) as KeyringModule;
    return new AsyncEntry(service, account, entryOptions);
  };
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      // The library's messages contain no secret today, but that is not guaranteed, so the message is replaced.
      throw new Failure('storage', `The keyring could not ${what} the secret`, { cause });
    }
  };
  return {
    kind: 'keyring',
    async get(origin) {
      const text = await attempt('give', () => entry().getPassword());
      return text === null || text === undefined ? undefined : readStoredToken(text, origin, 'The keyring');
    },
    set: (secret) => attempt('take', () => entry().setPassword(JSON.stringify(secret))),
    async delete() {
      await attempt('delete', async () => {
        if (typeof (await entry().getPassword()) === 'string') await entry().deletePassword();
      });
    },
  };
}

/** Runs in the second process: stores the value from stdin, reads it back and deletes it. */
const probeScript = `
const [modulePath, service, options] = process.argv.slice(1);
const { AsyncEntry } = require(modulePath);
const value = require('node:fs').readFileSync(0, 'utf8');
const entry = new AsyncEntry(service, 'probe-' + process.pid, JSON.parse(options));
entry.setPassword(value)
  .then(() => entry.getPassword())
  .then((got) => entry.deletePassword().then(() => process.exit(got === value ? 0 : 1)))
  .catch(() => process.exit(1));
`;

/**
 * Returns whether a keyring keeps a value that is stored in it. The check runs in a separate process, because without
 * a desktop session the library may leave traces, block on a locked keyring, or end the process.
 */
export async function probeKeyring(
  modulePath: string,
  { env = process.env, timeoutMs = 10_000 }: { env?: NodeJS.ProcessEnv; timeoutMs?: number } = {},
): Promise<boolean> {
  if (!isLocal(env)) return false;
  const args = ['-e', probeScript, modulePath, service, JSON.stringify(entryOptions)];
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  // The child may end before it has read the input: its exit code decides.
  child.stdin.on('error', () => undefined);
  child.stdin.end(randomBytes(12).toString('hex'));
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
