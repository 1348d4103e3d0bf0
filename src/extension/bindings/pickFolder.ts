import * as vscode from 'vscode';
import { showInformation } from '../ui/messages.ts';
import { choose } from '../ui/quickInput/pickOne.ts';
import { resolveArgument } from '../ui/quickInput/resolveArgument.ts';

/**
 * Returns the folder that `uris` names, else the only candidate, else the folder that the user picks. The user picks
 * among the named folders if there are any. Undefined without candidates, and when the user leaves.
 */
export async function pickFolder(
  uris: readonly string[],
  candidates: readonly vscode.WorkspaceFolder[],
  placeholder: string,
): Promise<vscode.WorkspaceFolder | undefined> {
  if (candidates.length === 0) {
    void showInformation(vscode.l10n.t('Open a folder first.'));
    return undefined;
  }
  const named = candidates.filter(({ uri }) => uris.includes(uri.toString()));
  const resolved = resolveArgument(uris.length > 0 ? named : candidates, undefined);
  if (resolved) return resolved;
  const active = vscode.window.activeTextEditor?.document.uri;
  return choose({
    title: vscode.l10n.t('Folders'),
    placeholder,
    active: active && vscode.workspace.getWorkspaceFolder(active),
    choices: (named.length > 0 ? named : candidates).map((folder) => ({
      label: folder.name,
      description: folder.uri.path,
      value: folder,
    })),
  });
}
