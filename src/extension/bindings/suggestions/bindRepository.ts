import * as vscode from 'vscode';
import type { Binding } from '../../../core/bindings/binding.ts';
import { editJson, openJsonDocument } from '../../../node/json/jsonDocument.ts';
import { levelledSettings } from '../../host/settingTable.ts';
import { readInside, settingsFileOf, writeInside } from '../../host/workspaceFile.ts';
import type { Repository } from './repositories.ts';

/**
 * Writes the binding of a repository that is not a folder of the workspace, into its own settings: it counts as soon as
 * the repository is opened. Rejects with `malformed` where the file is not understood, and with `link` where a symbolic
 * link of the folder is in the way; the file is left as it is then.
 */
export async function bindRepository({ uri, parent }: Repository, binding: Binding): Promise<void> {
  const file = settingsFileOf(uri);
  const present = await readInside(parent.uri, file);
  const document = openJsonDocument(file.path, present ?? new TextEncoder().encode('{\n}\n'));
  const { text } = editJson(document, [levelledSettings.project], binding);
  await writeInside(parent.uri, file, new TextEncoder().encode(text));
}

/** Adds repositories as folders of the workspace. A window with a single folder restarts its extensions then. */
export function openRepositories(repositories: readonly Repository[]): void {
  const count = vscode.workspace.workspaceFolders?.length ?? 0;
  vscode.workspace.updateWorkspaceFolders(count, 0, ...repositories.map(({ uri, name }) => ({ uri, name })));
}
