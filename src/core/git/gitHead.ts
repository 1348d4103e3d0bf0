/** Files of a folder as the editor sees them, local or remote. Paths use `/`. */
interface FolderFiles {
  /** The text of a file; undefined where there is none. */
  readText(path: string): Promise<string | undefined>;
}

/** The head of a repository or worktree. */
export interface GitHead {
  /** Folder of the file `HEAD`, to be watched. */
  readonly folder: string;
  /** Undefined on a detached head. */
  readonly branch: string | undefined;
}

/**
 * Returns the head of the repository that `folder` is, or is part of; undefined outside of repositories. Reads files
 * only, so that it works where no git is. Most folders are the top of their repository. For others all parents are
 * looked at together, because a window that is starting takes its time for each answer.
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
  // Worktrees and submodules have a file there that says where their head is.
  const link = await files.readText(own);
  const target = link === undefined ? undefined : gitFolderOf(link);
  if (target === undefined) return undefined;
  const folder = resolve(repository, target);
  const linked = await files.readText(`${folder}/HEAD`);
  return linked === undefined ? undefined : { folder, text: linked };
}

/** `ref: refs/heads/feature/x` → `feature/x`. A commit (detached head) and what is no branch have none. */
function branchOfHead(head: string): string | undefined {
  const name = /^ref:\s*refs\/heads\/(\S+)\s*$/.exec(head)?.[1];
  // The name that git writes where the real one is in a table of its own.
  return name === '.invalid' ? undefined : name;
}

/** `gitdir: ../.git/worktrees/x` → that path, as it stands. */
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
