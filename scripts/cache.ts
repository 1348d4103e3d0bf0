import { homedir } from 'node:os';
import { join, dirname } from 'node:path';
import { existsSync, mkdirSync, renameSync, rmSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { withLock } from '../src/node/files/locks/lock.ts';
import { run } from './processGroup.ts';

/** Folder for what is downloaded once: `SERVICE_CACHE`, else `~/.cache/service-ide`. */
export function cacheFolder(): string {
  return process.env.SERVICE_CACHE ?? join(homedir(), '.cache', 'service-ide');
}

/**
 * Makes a folder of the cache if it is missing. A half install is never taken for a whole one: everything happens in a
 * folder beside it, and one rename ends it.
 * @param home the folder
 * @param build gets an empty folder for its work, and returns the folder that becomes `home`: this one or one inside
 */
export async function installOnce(home: string, build: (work: string) => Promise<string>): Promise<void> {
  if (existsSync(home)) return;
  const work = `${home}.${process.pid}`;
  mkdirSync(work, { recursive: true });
  try {
    renameSync(await build(work), home);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** How long one installer waits for another, milliseconds. */
const patienceMs = 10 * 60_000;

/**
 * Makes a folder of the cache once per machine; later calls return at once.
 *
 * It is put together in a folder beside its place and renamed as the last step, so half an install is never taken for a
 * whole one; a lock keeps a second installer waiting, not building.
 * @param stamp an install with another stamp is made again
 * @param build fills the empty folder that it gets
 */
export async function installStamped(
  folder: string,
  stamp: string,
  build: (part: string) => Promise<void>,
): Promise<void> {
  if (await hasStamp(folder, stamp)) return;
  await mkdir(dirname(folder), { recursive: true });
  // Another installer may need minutes: only its heartbeat tells whether it was killed.
  await withLock(
    folder,
    async () => {
      if (await hasStamp(folder, stamp)) return;
      const part = `${folder}.part`;
      await rm(part, { recursive: true, force: true });
      await mkdir(part);
      await build(part);
      await writeFile(join(part, 'stamp'), stamp);
      await rm(folder, { recursive: true, force: true });
      await rename(part, folder);
    },
    patienceMs,
  );
}

async function hasStamp(folder: string, stamp: string): Promise<boolean> {
  const file = join(folder, 'stamp');
  return existsSync(file) && (await readFile(file, 'utf8')) === stamp;
}

/** Files in which Debian and Fedora keep the certificate authorities of the system. */
const systemAuthorities = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt'];

/**
 * Installs packages of the npm registry into a folder. npm trusts the authorities of the operating system here, because
 * tests run without NODE_EXTRA_CA_CERTS, and gives up at once, because it takes a minute to repeat a request that fails.
 * @throws Error when the registry cannot be reached
 */
export async function installFromNpm(
  folder: string,
  packages: readonly string[],
  options: readonly string[] = [],
): Promise<void> {
  const { NODE_EXTRA_CA_CERTS: extra, npm_config_cafile: own } = process.env;
  const cafile =
    own ?? (extra === undefined ? systemAuthorities.find((file) => existsSync(file)) : undefined);
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=0'];
  await run('npm', ['install', '--prefix', folder, ...quiet, ...options, ...packages], folder, {
    ...(cafile !== undefined && { npm_config_cafile: cafile }),
  });
}

/** Returns a package with its version in the lock file, so that what runs is what ships. */
export function lockedPackage(name: string): string {
  const text = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, { version: string } | undefined> };
  const found = packages[`node_modules/${name}`];
  if (!found) throw new Error(`package-lock.json has no ${name}.`);
  return `${name}@${found.version}`;
}

/** This machine lacks something that the tests need. It ends their program with exit code 3 and this text. */
export class Missing extends Error {
  override readonly name = 'Missing';
}
