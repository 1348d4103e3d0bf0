import * as vscode from 'vscode';
import { isTrusted } from '../bindings/folderBindings.ts';
import { projectArgument } from '../host/arguments.ts';
import { showInformation } from '../ui/messages.ts';
import { choose } from '../ui/quickInput/pickOne.ts';
import { resolveArgument } from '../ui/quickInput/resolveArgument.ts';
import { currentGate, distinctGates, failedGates, isSameProject, type FolderGate } from './folderGates.ts';
import { knownGateText } from './gateTexts.ts';

/** Returns the gate of the active file, the only one, or the one that the user picks. */
export async function currentOrPickedGate(all: readonly FolderGate[]): Promise<FolderGate | undefined> {
  return currentGate(all) ?? pickGate(undefined, all);
}

/** Returns the gate of the named project, the only one, or one that the user picks. A message says if none exists. */
export async function pickGate(
  argument: unknown,
  listed: readonly FolderGate[],
): Promise<FolderGate | undefined> {
  const gates = distinctGates(listed, isSameProject);
  const named = projectArgument(argument);
  const isNamed =
    named &&
    (({ connection, projectKey }: FolderGate) =>
      connection.uuid === named.uuid && projectKey === named.projectKey);
  const resolved = resolveArgument(gates, isNamed);
  if (resolved) return resolved;
  if (gates.length === 0 || named) {
    showNoProject();
    return undefined;
  }
  return choose({
    title: vscode.l10n.t('Bound projects'),
    placeholder: vscode.l10n.t('Select a project'),
    choices: gates.map((gate) => ({
      label: gate.projectName,
      description: knownGateText(gate.gate).label,
      detail: `${gate.connection.connectionId} · ${gate.projectKey}`,
      value: gate,
    })),
  });
}

/** Returns the only failed gate, or the one that the user picks; undefined, after a message, without a failed gate. */
export async function pickFailedGate(all: readonly FolderGate[]): Promise<FolderGate | undefined> {
  const failed = failedGates(all);
  if (failed.length > 0) return pickGate(undefined, failed);
  void showInformation(vscode.l10n.t('No quality gate fails. Nothing is left to do.'));
  return undefined;
}

/** Tells the user that no bound project was found, or that Restricted Mode is the reason. Does not wait. */
export function showNoProject(): void {
  if (vscode.workspace.isTrusted) void showInformation(vscode.l10n.t('No bound project found.'));
  else void isTrusted();
}
