import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gitRoot } from '../../node/process/repository.ts';
import { keySources } from './projectKey.ts';

/** The folder that counts as the project, and its key on the platform where something names it. */
export interface LocalProject {
  readonly root: string;
  readonly key: string | undefined;
  /** What named the key: a file's path, for the person to look at. */
  readonly source: string | undefined;
}

/**
 * Looks from `cwd` upwards to the top of the working tree; the nearest folder that names a project wins, so that a part
 * of a monorepo may be a project of its own. Without any the top counts, or `cwd` outside of git.
 */
export async function findProject(
  cwd: string,
  remembered: (root: string) => string | undefined = () => undefined,
): Promise<LocalProject> {
  const top = (await gitRoot(cwd)) ?? cwd;
  for (let folder = cwd; ; folder = dirname(folder)) {
    for (const { path, read } of keySources) {
      const file = join(folder, path);
      const key = read(await textOf(file));
      if (key !== undefined) return { root: folder, key, source: file };
    }
    const key = remembered(folder);
    if (key !== undefined) return { root: folder, key, source: 'an earlier run of integrate' };
    if (folder === top || dirname(folder) === folder) return { root: top, key: undefined, source: undefined };
  }
}

/** Empty for what cannot be read: a settings file that is broken names no project, and its owner hears of it elsewhere. */
function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').then(
    (text) => text.replace(/^\uFEFF/, ''),
    () => '',
  );
}
