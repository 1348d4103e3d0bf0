import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { InstalledExtension } from '../scripts/editor/home.ts';
import { temporaryFolder } from '../scripts/temporaryFolder.ts';

/**
 * An extension that notes what no other process can see, or that ours is compared with, laid out as an installed one.
 * @param entry below bench/
 * @param contributes as in a package.json
 */
export async function buildWitness(entry: string, contributes: object = {}): Promise<InstalledExtension> {
  const from = temporaryFolder('witness');
  const manifest = {
    name: 'witness',
    publisher: 'bench',
    version: '1.0.0',
    main: './extension.js',
    engines: { vscode: '^1.103.0' },
    activationEvents: ['onStartupFinished'],
    contributes,
  };
  writeFileSync(join(from, 'package.json'), JSON.stringify(manifest));
  await build({
    entryPoints: [join(import.meta.dirname, entry)],
    outfile: join(from, 'extension.js'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    external: ['vscode'],
  });
  return { id: 'bench.witness', version: '1.0.0', from, files: ['package.json', 'extension.js'] };
}
