import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the top of the working tree that holds `folder`: the nearest folder upwards with a `.git`, which is a
 * repository's folder or the file of a worktree or submodule. Returns undefined outside of a repository, and when git
 * would find a *bare* repository first.
 *
 * git treats any folder with a HEAD, objects and refs as a bare repository. A clone can contain such a folder as
 * ordinary files, with a configuration that names programs. git 2.38 and newer refuse it with
 * `safe.bareRepository=explicit`; this check also protects users of older versions. The caller passes the result to
 * git as the working tree, because `core.worktree` of a repository may name any folder of the machine.
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
 * Whether git could treat the folder as the folder of a repository (`is_git_directory` in its setup.c). The folder of
 * a linked worktree has the file `commondir` instead of objects and refs.
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
