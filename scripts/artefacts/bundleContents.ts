import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/** The part of esbuild's metafile that `scripts/build.ts` writes: what is in each file of `dist/`, by its path `dist/cli.js`. */
function readOutputs(): Metafile['outputs'] {
  return (JSON.parse(readFileSync(join(root, 'dist/meta.json'), 'utf8')) as Metafile).outputs;
}

/** Returns the paths of the bundles with these names in `scripts/bundles.ts`, and of all chunks that they load, sorted. */
export function withChunks(names: readonly string[]): string[] {
  const outputs = readOutputs();
  const files = new Set(names.map((name) => `dist/${name}.js`));
  for (const file of files)
    for (const { path } of outputs[file]?.imports ?? [])
      if (path.startsWith('./') && !path.includes('*')) files.add(join('dist', path));
  return [...files].filter((file) => file in outputs).sort();
}

/** Returns the names of the packages that the files load from `node_modules` at run time, sorted. */
export function loadedPackages(files: readonly string[]): string[] {
  const outputs = readOutputs();
  const paths = files.flatMap((file) => outputs[file]?.imports ?? []).map(({ path }) => path);
  const names = paths
    .filter((path) => !path.startsWith('.') && !path.startsWith('node:') && !builtinModules.includes(path))
    .map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
  return [...new Set(names)].filter((name) => name !== 'vscode').sort();
}

/** Returns the folders of the packages with code in the files, such as `node_modules/zod`, sorted. */
export function bundledFolders(files: readonly string[]): string[] {
  const outputs = readOutputs();
  const folders = files
    .flatMap((file) => Object.entries(outputs[file]?.inputs ?? {}))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(folders)].sort();
}
