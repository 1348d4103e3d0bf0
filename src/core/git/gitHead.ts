/** The files of a folder as the editor sees them, local or remote. Paths use `/`. */
interface FolderFiles {
  /** Returns the text of the file, or undefined if it does not exist. */
  readText(path: string): Promise<string | undefined>;
}

export interface GitHead {
  /** The folder that contains the file `HEAD`, for the caller to watch. */
  readonly folder: string;
  /** The checked-out branch; undefined on a detached head, and where git hides the name (see `branchOfHead`). */
  readonly branch: string | undefined;
}

/**
 * Returns the head of the repository that contains `folder`, or undefined outside of repositories. The nearest
 * repository wins.
 *
 * The function reads files only, so that it works on a machine without git. Most folders are the top of their
 * repository, so `folder` is tried first. All parents are then read in parallel, because each read takes long while a
 * window starts.
 */
export async function findHead(folder: string, files: FolderFiles): Promise<GitHead | undefined> {
  const [own = '', ...parents] = withParents(folder);
  const read = (path: string) => readHead(path, files);
  const head = (await read(own)) ?? (await Promise.all(parents.map(read))).find((found) => found);
  return head && { folder: head.folder, branch: branchOfHead(head.text) };
}

async function readHead(
  repository: string,
  files: FolderFiles,
): Promise<{ readonly folder: string; readonly text: string } | undefined> {
  const own = `${repository}/.git`;
  const text = await files.readText(`${own}/HEAD`);
  if (text !== undefined) return { folder: own, text };
  // In worktrees and submodules `.git` is a file that names the folder of the head.
  const link = await files.readText(own);
  const target = link === undefined ? undefined : gitFolderOf(link);
  if (target === undefined) return undefined;
  const folder = resolve(repository, target);
  const linked = await files.readText(`${folder}/HEAD`);
  return linked === undefined ? undefined : { folder, text: linked };
}

/** Returns `feature/x` for `ref: refs/heads/feature/x`; undefined for a commit (detached head) and for other refs. */
function branchOfHead(head: string): string | undefined {
  const name = /^ref:\s*refs\/heads\/(\S+)\s*$/.exec(head)?.[1];
  // git writes this placeholder when it stores the refs in a table (reftable) instead of in files.
  return name === '.invalid' ? undefined : name;
}

/** Returns `../.git/worktrees/x` for `gitdir: ../.git/worktrees/x`, with `/` as separator; undefined for other text. */
function gitFolderOf(link: string): string | undefined {
  const prefix = 'gitdir:';
  if (!link.startsWith(prefix)) return undefined;
  return link.slice(prefix.length).trim().replaceAll('\\', '/');
}

function resolve(folder: string, path: string): string {
  if (/^(?:\/|[a-z]:\/)/i.test(path)) return path;
  const parts = folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function withParents(folder: string): readonly string[] {
  const parts = folder.replace(/\/+$/, '').split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
}
