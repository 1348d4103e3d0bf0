import * as vscode from 'vscode';
import { sharedBindingText } from '../../core/bindings/sharedBinding.ts';
import { neutralBrand } from '../../core/brand.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { readInside, writeInside } from '../host/workspaceFile.ts';
import { showWarning } from '../ui/messages.ts';
import type { BindableFolder } from '../host/bindableFolder.ts';

/**
 * Writes the file by which everybody who opens the repository gets this binding offered: where and which project, no
 * name of a connection and no token. Resolves with its address; undefined if the user keeps the existing file. Rejects
 * with `link` where a symbolic link of the folder is in the way.
 */
export async function shareBinding(
  { uri, name, root }: BindableFolder,
  projectKey: string,
  connection: Connection,
): Promise<vscode.Uri | undefined> {
  const file = vscode.Uri.joinPath(uri, neutralBrand.files.sharedBinding);
  const text = sharedBindingText({ target: connection, projectKey });
  const before = await readInside(root.uri, file);
  const isOther = before !== undefined && new TextDecoder().decode(before) !== text;
  if (isOther && !(await mayOverwrite(name))) return undefined;
  await writeInside(root.uri, file, new TextEncoder().encode(text));
  return file;
}

async function mayOverwrite(folder: string): Promise<boolean> {
  const overwrite = vscode.l10n.t('Overwrite');
  const chosen = await showWarning(
    vscode.l10n.t('The shared file of {0} contains another binding. Overwrite it?', folder),
    { modal: true, detail: neutralBrand.files.sharedBinding },
    overwrite,
  );
  return chosen === overwrite;
}
