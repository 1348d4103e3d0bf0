import type * as vscode from 'vscode';

/** Where people write text: on this machine or a remote one, and what is not saved yet. Not what other views show. */
export const scannedSchemes = [
  'file',
  'untitled',
  'vscode-remote',
  'vscode-vfs',
  'vscode-notebook-cell',
] as const;

const schemes: ReadonlySet<string> = new Set(scannedSchemes);

export function isScanned({ uri }: vscode.TextDocument): boolean {
  return schemes.has(uri.scheme);
}
