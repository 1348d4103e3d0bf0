import * as vscode from 'vscode';
import { choose } from '../quickInput/askPick.ts';

/** The folder that `uris` names, else the only one, else the one a person picks. */
export async function pickFolder(
  uris: readonly string[],
  candidates: readonly vscode.WorkspaceFolder[],
  placeholder: string,
): Promise<vscode.WorkspaceFolder | undefined> {
  const named = candidates.filter(({ uri }) => uris.includes(uri.toString()));
  const choices = named.length > 0 ? named : candidates;
  const [first, ...others] = choices;
  if (!first) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open a folder first.'));
    return undefined;
  }
  if (others.length === 0) return first;
  const active = vscode.window.activeTextEditor?.document.uri;
  return choose({
    title: vscode.l10n.t('Folders'),
    placeholder,
    active: active && vscode.workspace.getWorkspaceFolder(active),
    choices: choices.map((folder) => ({ label: folder.name, description: folder.uri.path, value: folder })),
  });
}
