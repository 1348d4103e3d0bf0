import * as vscode from 'vscode';
import { showInformation } from '../ui/messages.ts';
import { choose } from '../ui/quickInput/pickOne.ts';
import { resolveArgument } from '../ui/quickInput/resolveArgument.ts';
import { innermost, type BindableFolder } from '../host/folders/bindableFolder.ts';

/**
 * Returns the folder that `uris` names, else the only candidate, else the folder that the user picks. The user picks
 * among the named folders if there are any. Undefined without candidates, and when the user leaves.
 */
export async function pickFolder<F extends Pick<BindableFolder, 'uri' | 'name'>>(
  uris: readonly string[],
  candidates: readonly F[],
  placeholder: string,
): Promise<F | undefined> {
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
    active:
      active &&
      innermost(
        candidates.map((folder) => ({ folder })),
        active,
      )?.item.folder,
    choices: (named.length > 0 ? named : candidates).map((folder) => ({
      label: folder.name,
      description: folder.uri.path,
      value: folder,
    })),
  });
}
