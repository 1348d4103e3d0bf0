import { join } from 'node:path';
import { bundledFolders, loadedPackages } from './bundleContents.ts';
import { lockedFolders } from './lockedPackages.ts';
import { readShippedPackage, type ShippedPackage } from './packageFacts.ts';

const root = join(import.meta.dirname, '../..');

export interface ShippedCode {
  /** Their code is in the files. */
  readonly bundled: readonly ShippedPackage[];
  /** The files load them from `node_modules`; what these need is among them. */
  readonly installed: readonly ShippedPackage[];
}

/** @throws Error when a licence is not allowed, or its text is missing */
export async function shippedCodeOf(files: readonly string[]): Promise<ShippedCode> {
  const read = (folders: readonly string[]): Promise<ShippedPackage[]> =>
    Promise.all(folders.map((folder) => readShippedPackage(join(root, folder))));
  return {
    bundled: await read(bundledFolders(files)),
    installed: await read(await lockedFolders(loadedPackages(files))),
  };
}
