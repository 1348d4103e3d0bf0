import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the top of the working tree that holds `folder`: the nearest folder upwards with a `.git`, which is a repository's
 * folder or the file that a worktree or submodule has. Returns undefined outside of a repository, and where git would find a
 * *bare* repository first.
 *
 * git takes any folder with a HEAD, objects and refs for a bare repository. A clone can contain such a folder as ordinary
 * files, with a configuration that names programs. git 2.38 and newer refuse it when told to
 * (`safe.bareRepository=explicit`); this check also protects users of older versions. The caller passes the result to git as
 * the working tree, because `core.worktree` of a repository may name any folder of the machine.
 */
export function findWorkTree(folder: string): string | undefined {
  let current: string;
  try {
    current = realpathSync(folder);
  } catch {
    // A folder that does not exist is in no repository.
    return undefined;
  }
  for (; ; current = dirname(current)) {
    const entry = kindOf(join(current, '.git'));
    if (entry === 'file' || (entry === 'folder' && isGitFolder(join(current, '.git')))) return current;
    if (isGitFolder(current) || current === dirname(current)) return undefined;
  }
}

/**
 * Whether git could take the folder for a repository's own one (`is_git_directory` in its setup.c). The folder of a linked
 * worktree has the file `commondir` instead of objects and refs.
 */
function isGitFolder(folder: string): boolean {
  const has = (name: string): boolean =>
    lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')));
}

function kindOf(path: string): 'file' | 'folder' | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? 'file' : stats?.isDirectory() ? 'folder' : undefined;
}
