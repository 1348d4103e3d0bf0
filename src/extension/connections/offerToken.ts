import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import { showWarning } from '../ui/messages.ts';

/** Says that a connection has no token here, and asks for one where the person wants that. */
export async function offerToken({ uuid, connectionId }: Connection): Promise<void> {
  const replace = vscode.l10n.t('Replace Token');
  const text = vscode.l10n.t('{0} has no token on this machine.', connectionId);
  const chosen = await showWarning(text, replace);
  if (chosen === replace) await vscode.commands.executeCommand('service.replaceToken', { uuid });
}
