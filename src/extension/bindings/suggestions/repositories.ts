import * as vscode from 'vscode';
import { ifInside } from '../../host/folders/workspaceFile.ts';

export interface Repository {
  readonly uri: vscode.Uri;
  readonly name: string;
  readonly parent: vscode.WorkspaceFolder;
}

/** A folder with more subfolders is a home folder rather than a set of repositories to work on. */
const maxEntries = 500;

/**
 * Returns the repositories directly below a folder that is not a repository itself: users keep all repositories of a
 * team in one folder and open that folder. Repositories that are already folders of the workspace are left out. Links
 * are left out too: they may have come with the folder, and lead to folders that the user has not opened.
 */
export async function repositoriesIn(parent: vscode.WorkspaceFolder): Promise<readonly Repository[]> {
  if (await isRepository(parent.uri)) return [];
  const listed = (await ifInside(async () => vscode.workspace.fs.readDirectory(parent.uri))) ?? [];
  const entries = listed.filter(([, type]) => type === vscode.FileType.Directory);
  const open = new Set((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString()));
  const found = await Promise.all(
    entries.slice(0, maxEntries).map(async ([name]) => {
      const uri = vscode.Uri.joinPath(parent.uri, name);
      return !open.has(uri.toString()) && (await isRepository(uri)) ? [{ uri, name, parent }] : [];
    }),
  );
  return found.flat();
}

/** Whether the folder contains `.git`, which is a folder, or a file in a linked work tree. */
async function isRepository(uri: vscode.Uri): Promise<boolean> {
  const git = vscode.Uri.joinPath(uri, '.git');
  return (await ifInside(async () => vscode.workspace.fs.stat(git))) !== undefined;
}
