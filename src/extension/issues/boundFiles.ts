import * as vscode from 'vscode';
import { boundPathOf, isSameGate, type BoundPath, type FolderGate } from '../gates/folderGates.ts';
import { isSameFolder } from '../host/folders/bindableFolder.ts';
import { isPathBelow } from '../host/folders/pathBelow.ts';

/** Returns the file of a bound folder; undefined for a file elsewhere. Uses the innermost folder. */
export function boundFileOf(uri: vscode.Uri, gates: readonly FolderGate[]): BoundPath | undefined {
  const found = boundPathOf(uri, gates);
  return found?.path ? found : undefined;
}

/** Whether two are the same project on the same branch, bound to the same folder. */
export function isSameBinding(one: FolderGate, other: FolderGate): boolean {
  return isSameGate(one, other) && isSameFolder(one.folder, other.folder);
}

/**
 * Returns the address of a file whose path comes from the platform; undefined for a path that leads out of the folder.
 */
export function fileIn(root: vscode.Uri, path: string): vscode.Uri | undefined {
  return isPathBelow(path) ? vscode.Uri.joinPath(root, path) : undefined;
}
