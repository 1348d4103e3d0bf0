import * as vscode from 'vscode';
import type { PlacedCli } from './placeCli.ts';

export type GuardAction = 'install' | 'preview' | 'remove';

const argumentsOf: Readonly<Record<GuardAction, readonly string[]>> = {
  // What is damaged is repaired by installing it again.
  install: ['integrate', 'cursor'],
  preview: ['integrate', 'cursor', '--dry-run'],
  remove: ['integrate', 'cursor', '--remove'],
};

const source = 'Service';

export const isGuardTask = (task: vscode.Task): boolean => task.source === source;

/** A task rather than a terminal: what it printed stays to be read when it has ended. */
export function guardTask(
  action: GuardAction,
  { node, script }: PlacedCli,
  folder: vscode.WorkspaceFolder,
): vscode.Task {
  const task = new vscode.Task(
    { type: 'process' },
    folder,
    vscode.l10n.t('AI editor guards'),
    source,
    new vscode.ProcessExecution(node, [script, ...argumentsOf[action]], { cwd: folder.uri.fsPath }),
    [],
  );
  task.presentationOptions = { focus: true, panel: vscode.TaskPanelKind.Dedicated, clear: true };
  return task;
}
