import assert from 'node:assert/strict';
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { cliPackage, emulatorPackage, writeNpmTarball } from '../../../scripts/npmTarballs.ts';
import { writeVsix } from '../../../scripts/packagedExtension.ts';
import { run } from '../../../scripts/processGroup.ts';
import { temporaryFolder } from '../../../scripts/temporaryFolder.ts';

const root = join(import.meta.dirname, '../../..');

describe('an artefact that is packed twice', () => {
  const folders = ['once', 'again'].map((name) => temporaryFolder(name));

  before(async () => {
    await run(process.execPath, ['scripts/build.ts'], root);
  });

  const packers = {
    'the VSIX': writeVsix,
    'the npm package service-cli': (folder: string) => writeNpmTarball(folder, cliPackage),
    'the npm package service-emulator': (folder: string) => writeNpmTarball(folder, emulatorPackage),
  };
  for (const [name, write] of Object.entries(packers))
    it(`has the same bytes at another time, in another folder, time zone and language: ${name} [S2]`, async () => {
      const before = { TZ: process.env.TZ, LANG: process.env.LANG, umask: process.umask(0o022) };
      const archives: Buffer[] = [];
      try {
        for (const [index, folder] of folders.entries()) {
          archives.push(readFileSync(await write(folder)));
          // The second round differs in everything that an archive might store.
          process.env.TZ = 'Asia/Tokyo';
          process.env.LANG = 'de_DE.UTF-8';
          process.umask(0o077);
          utimesSync(join(root, 'dist/cli.js'), new Date(), new Date(Date.UTC(2020, index)));
        }
      } finally {
        process.umask(before.umask);
        for (const variable of ['TZ', 'LANG'] as const) {
          const value = before[variable];
          if (value === undefined) Reflect.deleteProperty(process.env, variable);
          else process.env[variable] = value;
        }
      }
      const [first, second] = archives;
      assert(first !== undefined && second !== undefined && first.length > 0);
      assert.ok(first.equals(second));
    });
});
