import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../cacheFolder.ts';
import { run } from '../run.ts';

/**
 * Returns the program of a real agent for tests: the one in the cache, else of its package in the npm registry.
 * Undefined when the registry cannot be reached.
 *
 * @param name The package; its licence has to allow this use.
 * @param program The name of its executable.
 */
export async function installAgent(
  { name, version, program }: { readonly name: string; readonly version: string; readonly program: string },
  say: (text: string) => void,
): Promise<string | undefined> {
  const home = join(cacheFolder(), 'agents', `${program}-${version}`);
  const path = join(home, 'node_modules', '.bin', program);
  if (existsSync(path)) return path;
  say(`Installing ${name} ${version} …`);
  const work = `${home}.${process.pid}`;
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, 'package.json'), '{}');
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', `${name}@${version}`], work);
    renameSync(work, home);
    return path;
  } catch (error) {
    rmSync(work, { recursive: true, force: true });
    say(`npm could not install it: ${String(error)}`);
    return undefined;
  }
}
