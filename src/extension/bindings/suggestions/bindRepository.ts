import * as vscode from 'vscode';
import type { Binding } from '../../../core/bindings/binding.ts';
import { editJson, openJsonDocument } from '../../../node/json/jsonDocument.ts';
import { levelledSettings } from '../../host/settingTable.ts';
import type { Repository } from './repositories.ts';

/**
 * Writes the binding of a repository that is no folder of the workspace, into its own settings: it counts as soon as
 * the repository is opened. Rejects with `malformed` where the file is not understood; it is left as it is then.
 */
export async function bindRepository({ uri }: Repository, binding: Binding): Promise<void> {
  const file = vscode.Uri.joinPath(uri, '.vscode/settings.json');
  const document = openJsonDocument(file.path, await readOrNew(file));
  const { text } = editJson(document, [levelledSettings.project], binding);
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
}

/** Adds repositories as folders of the workspace. A window with a single folder starts its extensions anew by this. */
export function openRepositories(repositories: readonly Repository[]): void {
  const count = vscode.workspace.workspaceFolders?.length ?? 0;
  vscode.workspace.updateWorkspaceFolders(count, 0, ...repositories.map(({ uri, name }) => ({ uri, name })));
}

async function readOrNew(file: vscode.Uri): Promise<Uint8Array> {
  try {
    return await vscode.workspace.fs.readFile(file);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound')
      return new TextEncoder().encode('{\n}\n');
    throw error;
  }
}
