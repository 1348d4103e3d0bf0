import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../scripts/run.ts';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';

const root = join(import.meta.dirname, '../..');
let built: Promise<string> | undefined;

/** Returns the folder of the bundles as shipped: `dist/` if it is up to date, otherwise built once. */
export function builtCli(): Promise<string> {
  built ??= process.env.SERVICE_BUILT === undefined ? buildAll() : Promise.resolve(join(root, 'dist'));
  return built;
}

async function buildAll(): Promise<string> {
  const folder = temporaryFolder('bundles');
  await run(process.execPath, ['scripts/build.ts', '--outdir', folder], root);
  // The analyzer of the embedded platform imports packages that are in no bundle.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
