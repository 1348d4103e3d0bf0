import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { InstalledExtension } from '../../scripts/editor/home.ts';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';

const root = join(import.meta.dirname, '../..');

/** An extension of a test's own, built and ready to be installed: `test/<name>Extension`. */
export async function testExtension(
  name: 'reset' | 'sample' | 'textBorder' | 'virtual',
): Promise<InstalledExtension> {
  const from = join(root, `test/${name}Extension`);
  // Tests of two editors run at the same time, so each process builds its own copy.
  const to = temporaryFolder(`${name}-extension`);
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
  return { id: `sample.${name}`, version: '1.0.0', from: to, files: ['extension.js', 'package.json'] };
}
