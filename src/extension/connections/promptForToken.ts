import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import { showWarning } from '../ui/messages.ts';

/** Warns that a connection has no token on this machine, and replaces it if the user chooses so. */
export async function promptForToken({ uuid, connectionId }: Connection): Promise<void> {
  const replace = vscode.l10n.t('Replace Token');
  const text = vscode.l10n.t('Connection “{0}” has no token on this machine.', connectionId);
  const chosen = await showWarning(text, replace);
  if (chosen === replace) await vscode.commands.executeCommand('service.replaceToken', { uuid });
}
