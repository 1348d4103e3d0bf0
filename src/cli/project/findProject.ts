import { dirname, join } from 'node:path';
import { readInside } from '../../node/files/realPath.ts';
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
      const key = read(textOf(folder, path));
      if (key !== undefined) return { root: folder, key, source: file };
    }
    const key = remembered(folder);
    if (key !== undefined) return { root: folder, key, source: 'an earlier run of integrate' };
    if (folder === top || dirname(folder) === folder) return { root: top, key: undefined, source: undefined };
  }
}

/** Empty for a file that cannot be read or is a link: it names no project. */
function textOf(folder: string, path: string): string {
  try {
    return (
      readInside(folder, path)
        ?.toString('utf8')
        .replace(/^\uFEFF/, '') ?? ''
    );
  } catch {
    // The editor, the scanner and `integrate` report such a file where it matters to them.
    return '';
  }
}
