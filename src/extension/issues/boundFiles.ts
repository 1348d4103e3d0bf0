import * as vscode from 'vscode';
import { boundPathOf, isSameGate, type BoundPath, type FolderGate } from '../gates/folderGates.ts';
import { isSameFolder } from '../host/folders/bindableFolder.ts';
import { isAtOrBelow, isPathBelow } from '../host/folders/pathBelow.ts';
import { ifInside, readInside } from '../host/folders/workspaceFile.ts';

/** Returns the file of a bound folder; undefined for a file elsewhere. Uses the innermost folder. */
export function boundFileOf(uri: vscode.Uri, gates: readonly FolderGate[]): BoundPath | undefined {
  const found = boundPathOf(uri, gates);
  return found?.path ? found : undefined;
}

/** Whether two are the same project on the same branch, bound to the same folder. */
export function isSameBinding(one: FolderGate, other: FolderGate): boolean {
  return isSameGate(one, other) && isSameFolder(one.folder, other.folder);
}

/** Returns the address of a path that comes from the platform; undefined for one that leads out of the folder. */
export function fileIn(root: vscode.Uri, path: string): vscode.Uri | undefined {
  return isPathBelow(path) ? vscode.Uri.joinPath(root, path) : undefined;
}

/** In UTF-16 code units. Longer texts are data. */
export const longestText = 1_000_000;

/** Returns the open document whose URI, as text, is `id`. */
export function openDocument(id: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === id);
}

/** Whether the deletion of a file or folder takes a file, named by its URI as text, that no editor has open. */
export function isGoneWith(id: string, deleted: vscode.Uri): boolean {
  return isAtOrBelow(id, deleted.toString()) && openDocument(id) === undefined;
}

/** Returns the text of a file, as its editor has it if open; undefined if it is missing, too large or behind a link. */
export async function readText(folder: vscode.Uri, uri: vscode.Uri): Promise<string | undefined> {
  const open = openDocument(uri.toString());
  if (open) return open.getText();
  const bytes = await ifInside(() => readInside(folder, uri));
  return bytes === undefined || bytes.length > longestText ? undefined : new TextDecoder().decode(bytes);
}
