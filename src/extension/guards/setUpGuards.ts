import * as vscode from 'vscode';
import { runProgram } from '../../node/runProgram.ts';
import { guardStateOf, type GuardState } from './guardState.ts';
import { placeCli, type PlacedCli } from './placeCli.ts';

type Action = 'install' | 'preview' | 'remove';

/** Installs, repairs or removes the guards of a folder, in a terminal where the folder is. */
export async function setUpGuards(extension: vscode.Extension<unknown>): Promise<void> {
  const folder = await pickFolder();
  if (!folder) return;
  const cli = await placeCli(extension, folder);
  if (!cli) return;
  // What is installed on another machine only the command itself can tell.
  const state = cli.isHere ? await stateOf(cli, folder) : undefined;
  const action = await pickAction(folder, state);
  if (action) await vscode.tasks.executeTask(taskFor(action, cli, folder));
}

async function pickFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Open a folder first: the guards belong to a project.'),
    );
    return undefined;
  }
  return folders.length === 1
    ? folders[0]
    : vscode.window.showWorkspaceFolderPick({ placeHolder: vscode.l10n.t('Which folder is to be guarded?') });
}

async function stateOf({ script }: PlacedCli, folder: vscode.WorkspaceFolder): Promise<GuardState> {
  return guardStateOf(await runProgram(script, ['system', 'status', '--json'], folder.uri.fsPath));
}

async function pickAction(
  folder: vscode.WorkspaceFolder,
  state: GuardState | undefined,
): Promise<Action | undefined> {
  const install = {
    action: 'install',
    label: state === 'broken' ? vscode.l10n.t('Repair') : vscode.l10n.t('Install'),
    description: vscode.l10n.t('hooks that keep secrets from the model, tool server, rules'),
  } as const;
  const preview = {
    action: 'preview',
    label: vscode.l10n.t('Show what would change'),
  } as const;
  const remove = { action: 'remove', label: vscode.l10n.t('Remove') } as const;
  const choices: readonly ({ readonly action: Action } & vscode.QuickPickItem)[] =
    state === 'absent' ? [install, preview] : [install, preview, remove];
  const chosen = await vscode.window.showQuickPick(choices, {
    title: vscode.l10n.t('AI editor guards of {0}', folder.name),
    placeHolder: placeholderFor(state),
  });
  return chosen?.action;
}

function placeholderFor(state: GuardState | undefined): string {
  switch (state) {
    case 'absent':
      return vscode.l10n.t('Not installed');
    case 'sound':
      return vscode.l10n.t('Installed, and sound');
    case 'broken':
      return vscode.l10n.t('Installed, but damaged or incomplete');
    case undefined:
      return vscode.l10n.t('The terminal says what is installed there');
  }
}

const argumentsOf: Readonly<Record<Action, readonly string[]>> = {
  install: ['integrate', 'cursor'],
  preview: ['integrate', 'cursor', '--dry-run'],
  remove: ['integrate', 'cursor', '--remove'],
};

/** A task rather than a terminal: what it printed stays to be read when it has ended. */
function taskFor(action: Action, { node, script }: PlacedCli, folder: vscode.WorkspaceFolder): vscode.Task {
  const task = new vscode.Task(
    { type: 'process' },
    folder,
    vscode.l10n.t('AI editor guards'),
    'Service',
    new vscode.ProcessExecution(node, [script, ...argumentsOf[action]], { cwd: folder.uri.fsPath }),
    [],
  );
  task.presentationOptions = { focus: true, panel: vscode.TaskPanelKind.Dedicated, clear: true };
  return task;
}
