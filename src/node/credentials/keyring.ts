import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { realpathSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { Failure } from '../../core/failures.ts';
import { readStoredToken, type SecretPlace } from './secretPlaces.ts';

/** What we use of `@napi-rs/keyring`, an optional dependency. */
interface KeyringModule {
  readonly AsyncEntry: new (
    service: string,
    account: string,
    options: { linux: { store: 'secret-service' } },
  ) => {
    getPassword(signal?: AbortSignal): Promise<string | null | undefined>;
    setPassword(password: string): Promise<void>;
    deletePassword(): Promise<unknown>;
  };
}

const service = 'service-cli';
const account = 'token';

/**
 * The kernel's keyring, the library's fallback on Linux, forgets at the next boot: only the desktop's secret service
 * counts there.
 */
const options = { linux: { store: 'secret-service' } } as const;

/** The file of the library as the running program would load it; undefined where it was not installed. */
export function findKeyring(program: string | undefined = process.argv[1]): string | undefined {
  if (program === undefined) return undefined;
  try {
    return createRequire(realpathSync(program)).resolve('@napi-rs/keyring');
  } catch {
    // Not part of what was installed, as in the editor's own copy of the command line.
    return undefined;
  }
}

/** The OS keyring through the library at `modulePath`, loaded on first use. Rejects with `storage`. */
export function keyring(modulePath: string): SecretPlace {
  const entry = (): InstanceType<KeyringModule['AsyncEntry']> => {
    const { AsyncEntry } = createRequire(modulePath)(modulePath) as KeyringModule;
    return new AsyncEntry(service, account, options);
  };
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      // The library's messages name no secret, but nobody promises that they never will.
      throw new Failure('storage', `The keyring could not ${what} the token`, { cause });
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

/** Runs in the second process: stores what comes on stdin, reads it back, deletes it. */
const probeScript = `
const [modulePath, service] = process.argv.slice(1);
const { AsyncEntry } = require(modulePath);
const value = require('node:fs').readFileSync(0, 'utf8');
const entry = new AsyncEntry(service, 'probe-' + process.pid, ${JSON.stringify(options)});
entry.setPassword(value)
  .then(() => entry.getPassword())
  .then((got) => entry.deletePassword().then(() => process.exit(got === value ? 0 : 1)))
  .catch(() => process.exit(1));
`;

/**
 * Whether a keyring really keeps what it is given. Asked in a process of its own: without a desktop session the library
 * may leave traces, block on a locked keyring, or end the process.
 */
export async function probeKeyring(modulePath: string, timeoutMs = 10_000): Promise<boolean> {
  const child = spawn(process.execPath, ['-e', probeScript, modulePath, service], {
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  // The child may be gone before it has read anything: its exit code tells.
  child.stdin.on('error', () => undefined);
  child.stdin.end(randomBytes(12).toString('hex'));
  return new Promise((resolve) => {
    child.once('error', () => {
      resolve(false);
    });
    child.once('close', (code) => {
      resolve(code === 0);
    });
  });
}
