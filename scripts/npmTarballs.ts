import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import * as z from 'zod/mini';
import { loadedPackages, withChunks } from './artefacts/bundleContents.ts';
import { shippedCodeOf, noticesOf } from './artefacts/shippedCode.ts';
import { copiesOf, readFiles, type StagedFile, sourceDateEpoch } from './artefacts/stage.ts';
import { bundles } from './bundles.ts';
import { readManifest, type Manifest } from './packagedExtension.ts';

const root = join(import.meta.dirname, '..');
const registryEntry = z
  .object({ name: z.string() })
  .parse(JSON.parse(readFileSync(join(root, 'server.json'), 'utf8')));

export interface NpmPackage {
  readonly name: string;
  /** Names in `scripts/bundles.ts`; the chunks that they load come with them. */
  readonly bundles: readonly string[];
  /** The file beside `LICENSE` that the registry shows. */
  readonly readme: string;
  /** Declarations of the exports, in the folder of the package. */
  readonly types?: string;
  /** Packages that it reads at run time beside those that its bundles load. */
  readonly reads?: readonly string[];
  readonly fields: (product: Manifest) => Readonly<Record<string, unknown>>;
}

/** `service-cli`: everything that it needs is in its bundles, except the library for the keyring. */
export const cliPackage: NpmPackage = {
  name: 'service-cli',
  bundles: Object.keys(bundles).filter((name) => name !== 'platform'),
  readme: 'deploy/npm/service-cli.md',
  types: 'deploy/npm/webhooks.d.ts',
  fields: ({ engines, optionalDependencies }) => ({
    description: 'Agent hooks that block secrets, a tool server for AI agents, webhooks and a relay.',
    // The registry of MCP servers compares the two.
    mcpName: registryEntry.name,
    bin: { 'service-cli': 'dist/cli.js' },
    exports: {
      './webhooks': { types: './webhooks.d.ts', default: './dist/webhooks.js' },
      './package.json': './package.json',
    },
    engines: { node: engines.node },
    optionalDependencies,
  }),
};

/** The embedded platform, which `service-cli platform` loads when it is installed beside it: its analyzers are large. */
export const emulatorPackage: NpmPackage = {
  name: 'service-emulator',
  bundles: ['platform'],
  readme: 'deploy/npm/service-emulator.md',
  // The style sheet of the pages.
  reads: ['@picocss/pico'],
  fields: () => ({
    description: 'The embedded code-quality platform of service-cli, for trials, demonstrations and tests.',
    exports: { '.': './dist/platform.js', './package.json': './package.json' },
    engines: { node: '>=24.0.0' },
  }),
};

/**
 * Writes the package as a tarball of the built tree into `folder`, in the order of the names, with one time. Returns its path.
 * The bytes depend on the files and the Node alone: `npm pack` of two versions of npm writes two different archives.
 */
export async function writeNpmTarball(folder: string, npmPackage: NpmPackage): Promise<string> {
  const { version } = await readManifest();
  const tarball = join(folder, `${npmPackage.name}-${version}.tgz`);
  const mtime = new Date((await sourceDateEpoch()) * 1000);
  const entries = (await readFiles(await npmFiles(npmPackage))).map(([path, body]) => {
    const mode = path === 'dist/cli.js' ? 0o755 : 0o644;
    return { header: { name: `package/${path}`, size: body.length, mtime, mode }, body };
  });
  await writeFile(tarball, gzipSync(await packTar(entries), { level: 9 }));
  return tarball;
}

async function npmFiles(npmPackage: NpmPackage): Promise<Map<string, StagedFile>> {
  const files = withChunks(npmPackage.bundles);
  const { bundled } = await shippedCodeOf(files);
  const dependencies = [...loadedPackages(files), ...(npmPackage.reads ?? [])].sort();
  const manifest = npmManifest(await readManifest(), npmPackage, dependencies);
  return new Map<string, StagedFile>([
    ...copiesOf(root, [...files, 'LICENSE', 'CHANGELOG.md']),
    ['README.md', { from: join(root, npmPackage.readme) }],
    ...(npmPackage.types === undefined
      ? []
      : [[basename(npmPackage.types), { from: join(root, npmPackage.types) }] as const]),
    ['THIRD_PARTY_NOTICES.md', { text: noticesOf(npmPackage.name, bundled) }],
    ['package.json', { text: `${JSON.stringify(manifest, undefined, 2)}\n` }],
  ]);
}

function npmManifest(product: Manifest, { name, fields }: NpmPackage, packages: readonly string[]): object {
  const known: Readonly<Record<string, string>> = { ...product.devDependencies, ...product.dependencies };
  const dependencies = packages.map((dependency) => {
    const version = known[dependency];
    if (version === undefined)
      throw new Error(`The bundles load ${dependency}, which package.json does not have.`);
    return [dependency, version] as const;
  });
  return {
    name,
    version: product.version,
    license: product.license,
    repository: product.repository,
    ...fields(product),
    files: ['dist', 'CHANGELOG.md', 'THIRD_PARTY_NOTICES.md'],
    // Exact versions: the platform's answers depend on its analyzers' rules.
    ...(dependencies.length > 0 && { dependencies: Object.fromEntries(dependencies) }),
  };
}
