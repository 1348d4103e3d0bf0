/** `npm run package`: builds, and writes the VSIX and the npm packages into `build/`. Prints their paths. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cliPackage, emulatorPackage, writeNpmTarball } from './npmTarballs.ts';
import { writeVsix } from './packagedExtension.ts';
import { run } from './processGroup.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'build');
await run(process.execPath, ['scripts/build.ts'], root);
await mkdir(folder, { recursive: true });
console.log(await writeVsix(folder));
for (const npmPackage of [cliPackage, emulatorPackage])
  console.log(await writeNpmTarball(folder, npmPackage));
