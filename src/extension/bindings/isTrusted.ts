import * as vscode from 'vscode';
import { showInformation } from '../ui/messages.ts';

/** What a workspace says is followed only where it is trusted; says so otherwise, with the way to change that. */
export async function isTrusted(): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const chosen = await showInformation(
    vscode.l10n.t('In Restricted Mode no binding is followed. Trust the workspace first.'),
    manage,
  );
  if (chosen === manage) await vscode.commands.executeCommand('workbench.trust.manage');
  return false;
}
