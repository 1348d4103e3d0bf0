import * as vscode from 'vscode';
import { ifInside, readInside } from '../host/folders/workspaceFile.ts';

/** In UTF-16 code units. Longer texts are data. */
export const longestText = 1_000_000;

/**
 * Returns the open document with this URI, or undefined.
 *
 * @param id the URI as text
 */
export function openDocument(id: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === id);
}

/**
 * Returns the text of a file, as an editor has it if one is open; undefined if the file is missing, too large, or a link
 * of the repository leads to it.
 */
export async function readText(folder: vscode.Uri, uri: vscode.Uri): Promise<string | undefined> {
  const open = openDocument(uri.toString());
  if (open) return open.getText();
  const bytes = await ifInside(() => readInside(folder, uri));
  return bytes === undefined || bytes.length > longestText ? undefined : new TextDecoder().decode(bytes);
}
