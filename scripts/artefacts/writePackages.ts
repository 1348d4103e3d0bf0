import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cliPackage, emulatorPackage, writeNpmTarball } from '../npmTarballs.ts';
import { writeVsix } from '../packagedExtension.ts';
import { run } from '../run.ts';

const root = join(import.meta.dirname, '../..');

/** Builds, and writes the VSIX and the npm packages into `folder`. Returns their paths. */
export async function writePackages(folder: string): Promise<string[]> {
  await run(process.execPath, ['scripts/build.ts'], root);
  await mkdir(folder, { recursive: true });
  const files = [await writeVsix(folder)];
  for (const npmPackage of [cliPackage, emulatorPackage])
    files.push(await writeNpmTarball(folder, npmPackage));
  return files;
}
