import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import type { InstalledExtension } from './editor/home.ts';

const root = join(import.meta.dirname, '..');

/** The built extension as its VSIX would hold it, to be laid out as an installed one. */
export async function packagedExtension(): Promise<InstalledExtension> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    publisher: string;
    name: string;
    version: string;
  };
  return {
    id: `${manifest.publisher}.${manifest.name}`,
    version: manifest.version,
    from: root,
    files: await listFiles({ cwd: root, packageManager: PackageManager.None }),
  };
}
