/**
 * Builds `dist/`: what the editor loads and the bundles of service-cli, and `dist/meta.json`, from which the size budgets
 * are asserted. `--dev` does not minify; `--outdir DIR` builds another folder. If `SERVICE_BUILT` is set, `dist/` is
 * up to date and nothing is built: `npm test` builds once and sets it for its parts.
 *
 * A file of an earlier build is replaced as a whole and never missing meanwhile, because editors and servers of tests
 * may be reading it.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { build, transform, type BuildOptions, type BuildResult, type Metafile, type Plugin } from 'esbuild';
import { basename, join, resolve } from 'node:path';
import { bundleOptions, bundles, extensionChunks } from './bundles.ts';
import { scriptOptions } from './scriptOptions.ts';

const root = join(import.meta.dirname, '..');

/** The names in `dist/` of all sources that are loaded on first use. */
const chunkNames = new Map(
  [extensionChunks, ...Object.values(bundles).map(({ chunks = {} }) => chunks)].flatMap((chunks) =>
    Object.entries(chunks).map(([name, source]) => [join(root, source), name] as const),
  ),
);

/** `import()` of a source in the list stays a run-time load of its file, so that a start does not parse it. */
const lazyLoading: Plugin = {
  name: 'lazy loading',
  setup(builder) {
    builder.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, kind, resolveDir }) => {
      const name = kind === 'dynamic-import' ? chunkNames.get(join(resolveDir, path)) : undefined;
      return name === undefined ? undefined : { path: `./${name}.js`, external: true };
    });
  },
};

/** Chunks of the extension take zod from `app.js`, which is loaded before them: a copy in each is 25 KB. */
const zodOfApp: Plugin = {
  name: 'zod of the app',
  setup(builder) {
    builder.onResolve({ filter: /^zod\/mini$/ }, () => ({ path: 'zod', namespace: 'app' }));
    // One module per chunk, so that the exports are copied once and not for each source.
    builder.onLoad({ filter: /^zod$/, namespace: 'app' }, () => ({ contents: "export * from './app.js';" }));
    builder.onResolve({ filter: /^\.\/app\.js$/, namespace: 'app' }, ({ path }) => ({
      path,
      external: true,
    }));
  },
};

/** esbuild copies the 400 names of the editor's API for each source that imports it: one copy serves a whole file. */
const oneVscode: Plugin = {
  name: 'one vscode',
  setup(builder) {
    builder.onResolve({ filter: /^vscode$/ }, ({ path, namespace }) =>
      namespace === 'editor' ? { path, external: true } : { path, namespace: 'editor' },
    );
    builder.onLoad({ filter: /^vscode$/, namespace: 'editor' }, () => ({
      contents: "export * from 'vscode';",
    }));
  },
};

/**
 * Returns the names of what these sources use of `zod/mini`, apart from types.
 * @throws Error for a source that imports it in a way that does not show the names
 */
async function zodNames(sources: readonly string[]): Promise<readonly string[]> {
  const names = new Set<string>();
  for (const source of sources) {
    const text = readFileSync(join(root, source), 'utf8');
    if (!text.includes("from 'zod/mini'")) continue;
    const { code } = await transform(text, { loader: 'ts' });
    if (!code.includes('from "zod/mini"')) continue;
    if (!code.includes('import * as z from "zod/mini"'))
      throw new Error(`${source} must import zod/mini as z`);
    for (const [, name = ''] of code.matchAll(/\bz\.(\w+)/g)) names.add(name);
  }
  return [...names].sort();
}

/** A bundle needs the version of the manifest alone, which is 20 KB in each of them otherwise. */
const manifestVersion: Plugin = {
  name: 'version of the manifest',
  setup(builder) {
    builder.onLoad({ filter: /\/package\.json$/ }, ({ path }) => {
      if (path !== join(root, 'package.json')) return undefined;
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/**
 * Asking for the classes of `fetch`, which we do not use, makes Node load all of it: 25 ms at each start. The code of
 * axios that asks is left out.
 */
const axiosEdits: readonly (readonly [from: RegExp, to: string])[] = [
  [/^getFetch\(\);$/m, ''],
  [/typeof G\.FormData !== 'undefined' \? G\.FormData : undefined/, 'undefined'],
  [/typeof FormData !== 'undefined' \? FormData : null/, 'null'],
];

const axiosWithoutFetch: Plugin = {
  name: 'axios without fetch',
  setup(builder) {
    builder.onLoad({ filter: /\/axios\/dist\/browser\/axios\.cjs$/ }, ({ path }) => {
      let contents = readFileSync(path, 'utf8');
      for (const [from, to] of axiosEdits) {
        if (contents.search(from) < 0)
          throw new Error(`${path} has changed: see whether it still needs ${from}`);
        contents = contents.replace(from, to);
      }
      return { contents, loader: 'js' };
    });
  },
};

/** The script of the tool server's page is a text in the tool server, built for browsers. */
const appScript: Plugin = {
  name: 'script of the app',
  setup(builder) {
    builder.onLoad({ filter: /\/src\/tools\/app\/appScript\.ts$/ }, async () => {
      const { outputFiles } = await build({
        absWorkingDir: root,
        entryPoints: ['src/tools/app/gateApp.ts'],
        bundle: true,
        write: false,
        format: 'iife',
        target: 'es2022',
        minify: true,
        legalComments: 'none',
      });
      return { contents: `export const appScript = ${JSON.stringify(outputFiles[0]?.text)};`, loader: 'js' };
    });
  },
};

const entriesOf = (sources: Readonly<Record<string, string>>): { in: string; out: string }[] =>
  Object.entries(sources).map(([out, source]) => ({ in: source, out }));

type Built = BuildResult<{ write: false; metafile: true }>;

const inMemory = {
  plugins: [lazyLoading, manifestVersion, axiosWithoutFetch, appScript],
  outdir: 'dist',
  entryNames: '[name]',
  metafile: true,
  write: false,
} as const satisfies BuildOptions;

/** Builds the files of the extension: first the chunks, because they show what `app.js` exports of zod. */
async function buildExtension(options: BuildOptions): Promise<readonly Built[]> {
  const common = { ...options, ...inMemory, plugins: [...inMemory.plugins, oneVscode] };
  const { app, ...chunks } = extensionChunks;
  const extension = await build({
    ...common,
    plugins: [...common.plugins, zodOfApp],
    entryPoints: entriesOf({ extension: 'src/entrypoints/extension.ts', ...chunks }),
  });
  const names = await zodNames(
    Object.keys(extension.metafile.inputs).filter((path) => path.startsWith('src/')),
  );
  const contents = `export * from './${app}'; export { ${names.join(', ')} } from 'zod/mini';`;
  const stdin = { contents, resolveDir: root };
  return [extension, await build({ ...common, stdin, entryNames: 'app' })];
}

/** Builds every bundle in memory. Their paths are those in `dist/`, wherever they are written. */
async function buildAll(production: boolean): Promise<readonly Built[]> {
  const options = bundleOptions(production);
  const programs = Object.entries(bundles).map(([name, bundle]) => {
    const { entry, chunks = {}, external = [], alias = {}, supported = {} } = bundle;
    return build({
      ...options,
      ...inMemory,
      entryPoints: entriesOf({ [name]: entry, ...chunks }),
      external,
      alias: { ...options.alias, ...alias },
      keepNames: bundle.keepNames ?? production,
      supported,
    });
  });
  return (await Promise.all([buildExtension(options), ...programs])).flat();
}

/**
 * Writes what was built into a folder, removes what else lies there, and prints the sizes.
 * @throws Error when two bundles have the same name: the last one written would win
 */
function writeAll(built: readonly Built[], folder: string): void {
  const files = built.flatMap(({ outputFiles }) => outputFiles);
  const names = files.map(({ path }) => basename(path));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`Two bundles have the name ${twice.join(', ')}`);

  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of files) replaceFile(join(folder, basename(path)), contents);
  const outputs = Object.assign({}, ...built.map(({ metafile }) => metafile.outputs)) as Metafile['outputs'];
  replaceFile(join(folder, 'meta.json'), JSON.stringify({ outputs }));
  const wanted = new Set([...names, 'meta.json']);
  for (const name of readdirSync(folder))
    // A `.part` belongs to a build that runs at the same time.
    if (!wanted.has(name) && !name.endsWith('.part')) rmSync(join(folder, name), { recursive: true });

  for (const [file, { bytes }] of Object.entries(outputs))
    console.error(`${file}  ${(bytes / 1024).toFixed(0)} KB`);
}

function replaceFile(file: string, contents: string | Uint8Array): void {
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, contents);
  renameSync(part, file);
}

const { values } = scriptOptions({
  options: { dev: { type: 'boolean', default: false }, outdir: { type: 'string', default: 'dist' } },
});
const isBuilt = process.env.SERVICE_BUILT !== undefined && values.outdir === 'dist';
if (!isBuilt) writeAll(await buildAll(!values.dev), resolve(root, values.outdir));
