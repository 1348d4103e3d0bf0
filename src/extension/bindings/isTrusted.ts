import * as vscode from 'vscode';
import { showInformation } from '../ui/messages.ts';

/** Whether the workspace is trusted: only then are its bindings followed. Otherwise the function tells the user. */
export async function isTrusted(): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const chosen = await showInformation(
    vscode.l10n.t('Bindings are disabled in Restricted Mode. Trust the workspace first.'),
    manage,
  );
  if (chosen === manage) await vscode.commands.executeCommand('workbench.trust.manage');
  return false;
}
