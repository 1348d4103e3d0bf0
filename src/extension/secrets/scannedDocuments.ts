import * as vscode from 'vscode';

/** Where people write text that is in no folder of the workspace, or not saved yet. */
const schemes: ReadonlySet<string> = new Set(['file', 'untitled', 'vscode-remote', 'vscode-notebook-cell']);

/** What people write, wherever their folders are. Not what other views show: old versions, output, settings. */
export function isScanned({ uri }: vscode.TextDocument): boolean {
  return schemes.has(uri.scheme) || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}
