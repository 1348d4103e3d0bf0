import * as vscode from 'vscode';
import type { AgentAuditNode } from './agentHookNodes.ts';

/** Returns the result in a sentence. */
export function auditText({ secrets, isComplete }: AgentAuditNode): string {
  if (secrets === undefined)
    return vscode.l10n.t('Select to search the sessions, settings and histories of this machine.');
  const count =
    secrets.length === 0
      ? vscode.l10n.t('No secrets were found in what AI agents have stored.')
      : vscode.l10n.t('Secrets that AI agents have stored: {0}. Replace them.', secrets.length);
  return isComplete
    ? count
    : `${count} ${vscode.l10n.t('Some files could not be read. To see which, run service-cli agents audit in a terminal.')}`;
}
