import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import type { InstalledExtension } from './editor/home.ts';
import { run } from './run.ts';

const root = join(import.meta.dirname, '..');

/** The fields of this repository's package.json that packaging reads. */
export interface Manifest {
  readonly publisher: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly repository?: unknown;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
}

/** Files of the VSIX, relative to the repository: what `.vscodeignore` lets through of the built tree. */
export async function vsixFiles(): Promise<string[]> {
  const files = await listFiles({ cwd: root, packageManager: PackageManager.None });
  return files.sort();
}

/** The built extension as its VSIX would hold it, to be laid out as an installed one. */
export async function packagedExtension(): Promise<InstalledExtension> {
  const { publisher, name, version } = await readManifest();
  return { id: `${publisher}.${name}`, version, from: root, files: await vsixFiles() };
}

/** Writes the VSIX of the built tree into `folder`. Returns its path. */
export async function writeVsix(folder: string): Promise<string> {
  const { name, version, repository } = await readManifest();
  const packagePath = join(folder, `${name}-${version}.vsix`);
  // In a separate process, because the function prints on stdout.
  await run(
    process.execPath,
    [
      'node_modules/@vscode/vsce/vsce',
      'package',
      // All code is bundled: no folder of node_modules goes along.
      '--no-dependencies',
      ...['--out', packagePath],
      // The README's pictures are files beside it, because the repository has no public address yet.
      ...(repository === undefined ? ['--allow-missing-repository', '--no-rewrite-relative-links'] : []),
    ],
    root,
  );
  return packagePath;
}
