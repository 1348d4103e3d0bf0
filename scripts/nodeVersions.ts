import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cacheFolder.ts';
import { installFromNpm } from './installFromNpm.ts';

/** Versions of Node on which service-cli is installed and started: the oldest, and the last of each supported line. */
export const supportedNodes = ['20.19.0', '22.23.3', '24.21.0'] as const;

/** Returns the folder with the `node` of this version. Installs it once into the cache, from the npm registry. */
export async function installNode(version: string): Promise<string> {
  const folder = join(cacheFolder(), 'nodes', version);
  const name = `node-${process.platform}-${process.arch}`;
  const programs = join(folder, 'node_modules', name, 'bin');
  if (existsSync(join(programs, 'node'))) return programs;
  await mkdir(folder, { recursive: true });
  await installFromNpm(folder, [`${name}@${version}`]);
  return programs;
}
