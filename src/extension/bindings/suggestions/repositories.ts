import * as vscode from 'vscode';

/** A repository inside a folder of the workspace. */
export interface Repository {
  readonly uri: vscode.Uri;
  readonly name: string;
  readonly parent: vscode.WorkspaceFolder;
}

/** A folder with more is somebody's home, not a set of repositories to work on. */
const maxEntries = 500;

/**
 * The repositories right below a folder that is none itself: people keep all of a team's in one folder and open that.
 * Those that are folders of the workspace already are left out, and so are links: the folder may have come with them, and
 * they lead to where the user has opened nothing.
 */
export async function repositoriesIn(parent: vscode.WorkspaceFolder): Promise<readonly Repository[]> {
  if (await isRepository(parent.uri)) return [];
  const entries = (await list(parent.uri)).filter(([, type]) => type === vscode.FileType.Directory);
  const open = new Set((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString()));
  const found = await Promise.all(
    entries.slice(0, maxEntries).map(async ([name]) => {
      const uri = vscode.Uri.joinPath(parent.uri, name);
      return !open.has(uri.toString()) && (await isRepository(uri)) ? [{ uri, name, parent }] : [];
    }),
  );
  return found.flat();
}

/** `.git` is a folder, or in a work tree a file. */
async function isRepository(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(vscode.Uri.joinPath(uri, '.git'));
    return true;
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return false;
    throw error;
  }
}

async function list(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(uri);
  } catch (error) {
    // A folder that is gone or closed to us has no repositories to offer.
    if (error instanceof vscode.FileSystemError) return [];
    throw error;
  }
}
