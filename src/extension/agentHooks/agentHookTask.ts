import * as vscode from 'vscode';
import type { InstalledCli } from './installCli.ts';

export type AgentHookAction = 'install' | 'preview' | 'remove';

const optionsOf: Readonly<Record<AgentHookAction, readonly string[]>> = {
  // Installing again repairs a damaged installation.
  install: [],
  preview: ['--dry-run'],
  remove: ['--remove'],
};

const source = 'Service';

/** Whether a task of the editor is one that `agentHookTask` returned. */
export const isAgentHookTask = (task: vscode.Task): boolean => task.source === source;

/**
 * Returns the task that runs service-cli in the folder for an agent.
 *
 * It is a task and not a terminal, because the user can still read the output of a task after it has ended.
 */
export function agentHookTask(
  action: AgentHookAction,
  agent: string,
  { node, script }: InstalledCli,
  folder: vscode.WorkspaceFolder,
): vscode.Task {
  const task = new vscode.Task(
    { type: 'process', agent },
    folder,
    vscode.l10n.t('Agent hooks'),
    source,
    new vscode.ProcessExecution(node, [script, 'integrate', agent, ...optionsOf[action]], {
      cwd: folder.uri.fsPath,
    }),
    [],
  );
  task.presentationOptions = { focus: true, panel: vscode.TaskPanelKind.Dedicated, clear: true };
  return task;
}
