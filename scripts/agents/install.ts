import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, installOnce, installFromNpm } from '../cache.ts';

export interface AgentPackage {
  readonly name: string;
  readonly version: string;
  readonly program: string;
  readonly needsScripts?: boolean;
}

/**
 * Returns the program of a real agent for tests: the one in the cache, else of its package in the npm registry.
 * Undefined when the registry cannot be reached.
 *
 * @param name The package; its licence has to allow this use.
 * @param program The name of its executable.
 * @param needsScripts Whether the package is incomplete without the scripts that npm runs when it installs it.
 */
export async function installAgent(
  { name, version, program, needsScripts = false }: AgentPackage,
  say: (text: string) => void,
): Promise<string | undefined> {
  const home = join(cacheFolder(), 'agents', `${program}-${version}`);
  try {
    await installOnce(home, async (work) => {
      say(`Installing ${name} ${version} …`);
      writeFileSync(join(work, 'package.json'), '{}');
      await installFromNpm(work, [`${name}@${version}`], needsScripts ? [] : ['--ignore-scripts']);
      return work;
    });
    return join(home, 'node_modules', '.bin', program);
  } catch (error) {
    say(`npm could not install it: ${String(error)}`);
    return undefined;
  }
}
