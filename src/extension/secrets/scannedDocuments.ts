import * as vscode from 'vscode';

/** The schemes of texts that users write outside of workspace folders or have not saved yet. */
const schemes: ReadonlySet<string> = new Set(['file', 'untitled', 'vscode-remote', 'vscode-notebook-cell']);

/** Whether users write the text, in any folder. False for other views: old versions, output, settings. */
export function isScanned({ uri }: vscode.TextDocument): boolean {
  return schemes.has(uri.scheme) || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}
