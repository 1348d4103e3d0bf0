import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.ts';

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
