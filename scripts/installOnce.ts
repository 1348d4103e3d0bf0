import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';

/**
 * Makes a folder of the cache if it is missing. A half install is never taken for a whole one: everything happens in a
 * folder beside it, and one rename ends it.
 * @param home the folder
 * @param build gets an empty folder for its work, and returns the folder that becomes `home`: this one or one inside
 */
export async function installOnce(home: string, build: (work: string) => Promise<string>): Promise<void> {
  if (existsSync(home)) return;
  const work = `${home}.${process.pid}`;
  mkdirSync(work, { recursive: true });
  try {
    renameSync(await build(work), home);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
