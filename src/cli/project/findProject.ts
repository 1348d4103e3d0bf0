import { dirname, join } from 'node:path';
import { readInside } from '../../node/files/realPath.ts';
import { gitRoot } from '../../node/process/repository.ts';
import { keySources } from './projectKey.ts';

/** The folder of the project, and its key on the platform when a file or an earlier run names it. */
export interface LocalProject {
  readonly root: string;
  readonly key: string | undefined;
  /** The source of the key, to show to the user: the path of a file, or the words "an earlier run of integrate". */
  readonly source: string | undefined;
}

/**
 * Finds the project from `cwd` upwards to the top of the working tree. The nearest folder that names a project wins, so
 * that a part of a monorepo may be a separate project. Without such a folder the root is the top, or `cwd` outside of
 * git.
 *
 * @param remembered Returns the key that an earlier run of `integrate` stored for a folder.
 */
export async function findProject(
  cwd: string,
  remembered: (root: string) => string | undefined = () => undefined,
): Promise<LocalProject> {
  const top = (await gitRoot(cwd)) ?? cwd;
  for (let folder = cwd; ; folder = dirname(folder)) {
    for (const { path, read } of keySources) {
      const file = join(folder, path);
      const key = read(textIn(folder, path));
      if (key !== undefined) return { root: folder, key, source: file };
    }
    const key = remembered(folder);
    if (key !== undefined) return { root: folder, key, source: 'an earlier run of integrate' };
    if (folder === top || dirname(folder) === folder) return { root: top, key: undefined, source: undefined };
  }
}

/** Returns an empty text for a file that cannot be read or is a link: such a file names no project. */
function textIn(folder: string, path: string): string {
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
