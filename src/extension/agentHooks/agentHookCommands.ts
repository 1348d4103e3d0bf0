import * as vscode from 'vscode';
import { foldersArgument } from '../host/arguments.ts';
import { pickFolder } from '../bindings/pickFolder.ts';
import type { CommandHandlers } from '../host/commands.ts';
import { contextKeys } from '../host/commandTable.ts';
import { showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { choose } from '../ui/quickInput/pickOne.ts';
import { agentHookTask, isAgentHookTask, type AgentHookAction } from './agentHookTask.ts';
import type { AgentHooksStatus } from './agentHookState.ts';
import { isHere, isOnMachine, installCli, type InstalledExtension } from './installCli.ts';
import { readAgentHooks } from './readAgentHooks.ts';

type AgentHookCommand =
  'service.setUpGuards' | 'service.installGuards' | 'service.repairGuards' | 'service.removeGuards';

/**
 * The commands that install, repair and remove the agent hooks of a folder, each in a terminal on the machine of the
 * folder.
 */
export function agentHookCommands(extension: InstalledExtension): Pick<CommandHandlers, AgentHookCommand> {
  const run = async (folder: vscode.WorkspaceFolder, action: AgentHookAction): Promise<void> => {
    const cli = await installCli(extension, folder);
    if (!cli) return;
    if (action === 'install') noteInstallation();
    await vscode.tasks.executeTask(agentHookTask(action, cli, folder));
  };
  const direct = (action: AgentHookAction) => async (argument: unknown) => {
    const folder = await hookedFolder(argument);
    if (folder) await run(folder, action);
  };
  return {
    'service.setUpGuards': async (argument) => {
      const folder = await hookedFolder(argument);
      if (!folder) return;
      const state = isHere(folder) ? (await readWithProgress(extension, folder)).state : undefined;
      const action = await pickAction(folder, state);
      if (action) await run(folder, action);
    },
    'service.installGuards': direct('install'),
    'service.repairGuards': direct('install'),
    'service.removeGuards': direct('remove'),
  };
}

/**
 * Sets the context key that completes the step of the walkthrough, if the next task of this extension ends without an
 * error.
 */
function noteInstallation(): void {
  const listening = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
    if (!isAgentHookTask(execution.task)) return;
    listening.dispose();
    if (exitCode === 0) void vscode.commands.executeCommand('setContext', contextKeys.hasAgentHooks, true);
  });
}

function readWithProgress(
  extension: InstalledExtension,
  folder: vscode.WorkspaceFolder,
): Promise<AgentHooksStatus> {
  const title = vscode.l10n.t('Checking the agent hooks in {0}…', folder.name);
  return withProgress(title, () => readAgentHooks(extension, folder));
}

async function hookedFolder(argument: unknown): Promise<vscode.WorkspaceFolder | undefined> {
  if (!vscode.workspace.isTrusted) {
    await vscode.commands.executeCommand('workbench.trust.manage');
    return undefined;
  }
  const folder = await pickFolder(
    foldersArgument(argument),
    vscode.workspace.workspaceFolders ?? [],
    vscode.l10n.t('Select a folder to set up agent hooks in'),
  );
  if (!folder || isOnMachine(folder)) return folder;
  void showInformation(
    vscode.l10n.t(
      'Agent hooks cannot run in {0}, because the folder is not on a machine with a terminal.',
      folder.name,
    ),
  );
  return undefined;
}

async function pickAction(
  folder: vscode.WorkspaceFolder,
  state: AgentHooksStatus['state'] | undefined,
): Promise<AgentHookAction | undefined> {
  const install = {
    value: 'install',
    label: state === 'broken' ? vscode.l10n.t('Repair') : vscode.l10n.t('Install'),
    description: vscode.l10n.t('hooks against leaked secrets, tool server, rules'),
  } as const;
  const preview = {
    value: 'preview',
    label: vscode.l10n.t('Preview changes'),
  } as const;
  const remove = { value: 'remove', label: vscode.l10n.t('Remove') } as const;
  return choose<AgentHookAction>({
    title: vscode.l10n.t('Agent hooks in {0}', folder.name),
    placeholder: placeholderFor(state),
    choices: state === 'absent' ? [install, preview] : [install, preview, remove],
  });
}

function placeholderFor(state: AgentHooksStatus['state'] | undefined): string {
  switch (state) {
    case 'absent':
      return vscode.l10n.t('Not installed');
    case 'sound':
      return vscode.l10n.t('Installed and working');
    case 'broken':
      return vscode.l10n.t('Installed, but damaged or incomplete');
    case undefined:
      return vscode.l10n.t('The terminal shows what is installed on that machine');
  }
}
