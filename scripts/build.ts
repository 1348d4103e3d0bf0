/**
 * Builds `dist/`: what the editor loads and the bundles of service-cli. `--metafile` also writes `dist/meta.json`,
 * from which the size budgets are asserted. `--production` minifies (the default); `--dev` doesn't.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { basename, dirname, join } from 'node:path';
import { bundleOptions, bundles } from './bundles.ts';

const root = join(import.meta.dirname, '..');
const production = !process.argv.includes('--dev');

const common: BuildOptions = { ...bundleOptions(production), metafile: true };

/** `import('./chunks/x.ts')` stays a run-time load of `dist/x.js`, so that what is not needed at start is not parsed at start. */
const chunks: Plugin = {
  name: 'chunks',
  setup(builder) {
    builder.onResolve({ filter: /\/chunks\/[^/]+\.ts$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: `./${basename(path, '.ts')}.js`, external: true } : undefined,
    );
  },
};

/** Of an entry: those beside it. */
const chunksOf = (entry: string): string[] => chunksIn(join(dirname(entry), 'chunks'));

const chunksIn = (folder: string): string[] => {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file));
};

rmSync(join(root, 'dist'), { recursive: true, force: true });
mkdirSync(join(root, 'dist'));
const jobs: Promise<{ metafile?: Metafile | undefined }>[] = [];
if (existsSync(join(root, 'src/extension/activate.ts')))
  jobs.push(
    build({
      ...common,
      entryPoints: [
        { in: 'src/extension/activate.ts', out: 'extension' },
        ...chunksOf('src/extension/activate.ts'),
      ],
      outdir: 'dist',
      entryNames: '[name]',
      external: ['vscode'],
      plugins: [chunks],
    }),
  );
for (const [name, bundle] of Object.entries(bundles)) {
  const {
    entry,
    moreChunks = [],
    external = [],
    alias = {},
    keepNames = production,
    supported = {},
  } = bundle;
  if (existsSync(join(root, entry)))
    jobs.push(
      build({
        ...common,
        entryPoints: [{ in: entry, out: name }, ...chunksOf(entry), ...moreChunks.flatMap(chunksIn)],
        outdir: 'dist',
        entryNames: '[name]',
        external,
        plugins: [chunks],
        alias: { ...common.alias, ...alias },
        keepNames,
        supported,
      }),
    );
}

const results = await Promise.all(jobs);
const files = results.flatMap(({ metafile }) => Object.keys(metafile?.outputs ?? {}));
const twice = files.filter((file, index) => files.indexOf(file) !== index);
// The last one written would win.
if (twice.length > 0) throw new Error(`Two bundles have the name ${twice.join(', ')}`);
const outputs = Object.assign({}, ...results.map(({ metafile }) => metafile?.outputs)) as Metafile['outputs'];
writeFileSync(join(root, 'dist/meta.json'), JSON.stringify({ outputs }));
for (const [file, { bytes }] of Object.entries(outputs))
  console.error(`${file}  ${(bytes / 1024).toFixed(0)} KB`);
