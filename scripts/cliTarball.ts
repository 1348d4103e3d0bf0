import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { bundles } from './bundles.ts';
import { readManifest, type Manifest } from './packagedExtension.ts';
import { run } from './run.ts';

const root = join(import.meta.dirname, '..');

/**
 * Packs service-cli from a folder made for it: the built bundles, and a manifest that names only what these load at run
 * time. Returns the tarball's path.
 * @param folder gets the tarball; the package is put together in `service-cli` below it
 */
export async function writeCliTarball(folder: string): Promise<string> {
  const place = join(folder, 'service-cli');
  await rm(place, { recursive: true, force: true });
  await mkdir(join(place, 'dist'), { recursive: true });
  const { outputs } = JSON.parse(await readFile(join(root, 'dist/meta.json'), 'utf8')) as Metafile;
  const files = filesOf(outputs);
  for (const file of files) await cp(join(root, file), join(place, file));
  for (const file of ['LICENSE', 'CHANGELOG.md']) await cp(join(root, file), join(place, file));
  const manifest = cliManifest(await readManifest(), packagesOf(outputs, files));
  await writeFile(join(place, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await run('npm', ['pack', '--pack-destination', folder, '--loglevel=error'], place);
  const tarball = (await readdir(folder)).find((name) => name === `service-cli-${manifest.version}.tgz`);
  if (tarball === undefined) throw new Error(`npm pack left no tarball in ${folder}.`);
  return join(folder, tarball);
}

/** The bundles of service-cli and the chunks that they load. */
function filesOf(outputs: Metafile['outputs']): string[] {
  const files = new Set(Object.keys(bundles).map((name) => `dist/${name}.js`));
  for (const file of files)
    for (const { path } of outputs[file]?.imports ?? [])
      if (path.startsWith('./') && !path.includes('*')) files.add(join('dist', path));
  return [...files].filter((file) => file in outputs).sort();
}

/** Packages that the bundles load from node_modules at run time. */
function packagesOf(outputs: Metafile['outputs'], files: readonly string[]): string[] {
  const imported = files.flatMap((file) => outputs[file]?.imports ?? []).map(({ path }) => path);
  const names = imported
    .filter((path) => !path.startsWith('.') && !path.startsWith('node:') && !builtinModules.includes(path))
    .map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
  return [...new Set(names)].sort();
}

interface CliManifest {
  readonly name: string;
  readonly version: string;
}

function cliManifest(product: Manifest, packages: readonly string[]): CliManifest & Record<string, unknown> {
  const known: Readonly<Record<string, string>> = { ...product.devDependencies, ...product.dependencies };
  const dependencies = packages.map((name) => {
    const version = known[name];
    if (version === undefined) throw new Error(`The bundles load ${name}, which package.json does not have.`);
    return [name, version] as const;
  });
  return {
    name: 'service-cli',
    version: product.version,
    description:
      'Agent hooks that block secrets, a tool server for AI agents, webhooks, a relay and an embedded code-quality platform.',
    license: product.license,
    bin: { 'service-cli': 'dist/cli.js' },
    exports: { './webhooks': './dist/webhooks.js', './package.json': './package.json' },
    files: ['dist', 'CHANGELOG.md'],
    engines: { node: product.engines.node },
    // Exact versions: the platform's answers depend on its analyzers' rules.
    dependencies: Object.fromEntries(dependencies),
    optionalDependencies: product.optionalDependencies,
  };
}
