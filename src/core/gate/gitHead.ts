/** Files of a folder as the editor sees them, local or remote. Paths use `/`. */
export interface FolderFiles {
  /** The text of a file; undefined where there is none. */
  readText(path: string): Promise<string | undefined>;
}

/**
 * The branch that is checked out in `folder` or, where that is part of a repository, above it; undefined on a detached
 * head and outside of repositories. Reads files only, so that it works where no git is.
 */
export async function checkedOutBranch(folder: string, files: FolderFiles): Promise<string | undefined> {
  for (const path of withParents(folder)) {
    const head = await readHead(path, files);
    if (head !== undefined) return branchOfHead(head);
  }
  return undefined;
}

async function readHead(folder: string, files: FolderFiles): Promise<string | undefined> {
  const head = await files.readText(`${folder}/.git/HEAD`);
  if (head !== undefined) return head;
  // Worktrees and submodules have a file there that says where their head is.
  const link = await files.readText(`${folder}/.git`);
  const target = link === undefined ? undefined : gitFolderOf(link);
  return target === undefined ? undefined : files.readText(`${resolve(folder, target)}/HEAD`);
}

/** `ref: refs/heads/feature/x` → `feature/x`. A commit (detached head) and what is no branch have none. */
export function branchOfHead(head: string): string | undefined {
  const name = /^ref:\s*refs\/heads\/(\S+)\s*$/.exec(head)?.[1];
  // The name that git writes where the real one is in a table of its own.
  return name === '.invalid' ? undefined : name;
}

/** `gitdir: ../.git/worktrees/x` → that path, as it stands. */
export function gitFolderOf(link: string): string | undefined {
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
