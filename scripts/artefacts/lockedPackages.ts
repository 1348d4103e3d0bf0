import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const root = join(import.meta.dirname, '../..');
const names = z.optional(z.record(z.string(), z.string()));

const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: names,
      peerDependencies: names,
      peerDependenciesMeta: z.optional(z.record(z.string(), z.object({ optional: z.optional(z.boolean()) }))),
    }),
  ),
});

/**
 * Returns the folders of the packages and of all packages that they need at run time, as package-lock.json has them:
 * `node_modules/eslint`, sorted. Optional packages are not among them.
 * @throws Error when the lockfile lacks a package
 */
export async function lockedFolders(wanted: readonly string[]): Promise<string[]> {
  const text = await readFile(join(root, 'package-lock.json'), 'utf8');
  const { packages } = lockfileSchema.parse(JSON.parse(text));
  const folders = new Set<string>();
  const add = (name: string, user: string): void => {
    const folder = ownersOf(user)
      .map((owner) => join(owner, 'node_modules', name))
      .find((path) => path in packages);
    if (folder === undefined) throw new Error(`package-lock.json lacks ${name}, which ${user} needs.`);
    if (folders.has(folder)) return;
    folders.add(folder);
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[folder] ?? {};
    for (const needed of Object.keys(dependencies)) add(needed, folder);
    for (const needed of Object.keys(peerDependencies))
      if (peerDependenciesMeta[needed]?.optional !== true) add(needed, folder);
  };
  for (const name of wanted) add(name, '');
  return [...folders].sort();
}

/** The folders below whose `node_modules` Node looks for a package, the nearest first. */
function ownersOf(folder: string): string[] {
  const parts = folder === '' ? [] : folder.split('/node_modules/');
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('/node_modules/')), ''];
}
