import * as vscode from 'vscode';
import { printable } from '../../core/printable.ts';
import { showInformation } from '../ui/messages.ts';
import type { ShownFinding } from './issueDiagnostics.ts';

/** The command of the editor that opens its chat. */
export const chatCommand = 'workbench.action.chat.open';

/**
 * Opens the editor's chat with a prompt about the finding. The prompt is not sent: the user sees it first. It has no
 * instruction that the user does not see, and no secret.
 */
export async function askAgent(shown: ShownFinding): Promise<void> {
  const query = printable(promptOf(shown));
  const commands = await vscode.commands.getCommands(true);
  if (commands.includes(chatCommand)) {
    await vscode.commands.executeCommand(chatCommand, { query, mode: 'agent', isPartialQuery: true });
    return;
  }
  await vscode.env.clipboard.writeText(query);
  void showInformation(vscode.l10n.t('This editor has no chat. The prompt is in the clipboard.'));
}

/** Returns the prompt: rule, message, file and range of the finding. */
function promptOf({ uri, finding, range }: ShownFinding): string {
  const { start, end } = range;
  const file = vscode.workspace.asRelativePath(uri);
  const at = `${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`;
  const { key, rule, message } = finding;
  const quoted = JSON.stringify(message);
  return finding.kind === 'issue'
    ? vscode.l10n.t(
        'Explain the issue {0} of rule {1} in {2}, range {3}, and fix it. Message of the analyzer: {4}',
        ...[key, rule ?? '', file, at, quoted],
      )
    : vscode.l10n.t(
        'Explain the security hotspot {0} of rule {1} in {2}, range {3}. If it is a risk, fix it. Message of the analyzer: {4}',
        ...[key, rule ?? '', file, at, quoted],
      );
}
