import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { InstalledExtension } from '../../scripts/editor/home.ts';

const root = join(import.meta.dirname, '../..');

/** The extension of `test/sampleExtension`, which uses what ours returns, built and ready to be installed. */
export async function sampleExtension(): Promise<InstalledExtension> {
  const from = join(root, 'test/sampleExtension');
  const to = join(root, 'build/sample-extension');
  await build({
    entryPoints: [join(from, 'extension.ts')],
    outfile: join(to, 'extension.js'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    logLevel: 'warning',
  });
  await cp(join(from, 'package.json'), join(to, 'package.json'));
  return { id: 'sample.sample', version: '1.0.0', from: to, files: ['extension.js', 'package.json'] };
}
