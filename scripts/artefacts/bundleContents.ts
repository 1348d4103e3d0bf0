import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod/mini';

const root = join(import.meta.dirname, '../..');

/** The part of esbuild's metafile that tells what is in a bundle; `scripts/build.ts` writes it as `dist/meta.json`. */
const metafileSchema = z.object({
  outputs: z.record(
    z.string(),
    z.object({
      inputs: z.record(z.string(), z.object({ bytesInOutput: z.number() })),
      imports: z.array(z.object({ path: z.string() })),
    }),
  ),
});

type Outputs = z.output<typeof metafileSchema>['outputs'];

/** Knows the packages in the built bundles, and those that they load. Paths are relative to the repository: `dist/cli.js`. */
export class BundleContents {
  readonly #outputs: Outputs;

  constructor(outputs: Outputs) {
    this.#outputs = outputs;
  }

  /** Reads it for the bundles in `dist/`. */
  static async read(): Promise<BundleContents> {
    const text = await readFile(join(root, 'dist/meta.json'), 'utf8');
    return new BundleContents(metafileSchema.parse(JSON.parse(text)).outputs);
  }

  /** Returns the bundles with these names, and all chunks that they load, sorted. */
  withChunks(names: readonly string[]): string[] {
    const files = new Set(names.map((name) => `dist/${name}.js`));
    for (const file of files)
      for (const { path } of this.#outputs[file]?.imports ?? [])
        if (path.startsWith('./') && !path.includes('*')) files.add(join('dist', path));
    return [...files].filter((file) => file in this.#outputs).sort();
  }

  /** Returns the names of the packages that the files load from `node_modules` at run time, sorted. */
  loadedPackages(files: readonly string[]): string[] {
    const paths = files.flatMap((file) => this.#outputs[file]?.imports ?? []).map(({ path }) => path);
    const names = paths
      .filter((path) => !path.startsWith('.') && !path.startsWith('node:') && !builtinModules.includes(path))
      .map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
    return [...new Set(names)].filter((name) => name !== 'vscode').sort();
  }

  /** Returns the folders of the packages with code in the files, such as `node_modules/zod`, sorted. */
  bundledFolders(files: readonly string[]): string[] {
    const inputs = files.flatMap((file) => Object.entries(this.#outputs[file]?.inputs ?? {}));
    const folders = inputs
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .flatMap(([path]) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
    return [...new Set(folders)].sort();
  }
}
