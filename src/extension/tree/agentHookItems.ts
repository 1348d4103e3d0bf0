import * as vscode from 'vscode';
import { agentHooksNode, type AgentHookNode } from '../agentHooks/agentHookNodes.ts';
import { iconOf } from '../ui/icons.ts';

/** Returns the row above those of the folders. It is collapsed: its children are read when it is expanded. */
export function agentHooksItem(): vscode.TreeItem {
  const label = vscode.l10n.t('Agent hooks');
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = agentHooksNode.id;
  item.iconPath = iconOf('shield');
  item.tooltip = vscode.l10n.t(
    'Hooks that keep secrets out of the prompts and files that AI agents send to their models',
  );
  item.contextValue = 'agentHooks';
  item.accessibilityInformation = { label };
  return item;
}

/** Returns the row of the agent hooks in a folder. Its context value selects the menu: install, repair or remove. */
export function agentHookItem(node: AgentHookNode): vscode.TreeItem {
  const { id, name, folderUri, state, problems, notes } = node;
  const agents = node.agents.join(', ');
  const { icon, color, label, detail } = stateText(state);
  const item = new vscode.TreeItem(name);
  item.id = id;
  item.iconPath = iconOf(icon, color);
  // The state comes first, because a narrow side bar cuts the end.
  item.description = agents === '' ? label : `${label} · ${agents}`;
  item.tooltip = [vscode.Uri.parse(folderUri, true).fsPath, detail, ...problems, ...notes].join('\n');
  // The menus of package.json test this value.
  item.contextValue = `agentHook.${state}`;
  item.accessibilityInformation = {
    label:
      agents === ''
        ? vscode.l10n.t('{0}, agent hooks, {1}', name, label)
        : vscode.l10n.t('{0}, agent hooks for {1}, {2}', name, agents, label),
  };
  return item;
}

function stateText(state: AgentHookNode['state']): {
  readonly icon: string;
  readonly color?: string;
  readonly label: string;
  readonly detail: string;
} {
  switch (state) {
    case 'sound':
      return {
        icon: 'pass',
        color: 'testing.iconPassed',
        label: vscode.l10n.t('Configured'),
        detail: vscode.l10n.t('Installed and working'),
      };
    case 'absent':
      return {
        icon: 'circle-slash',
        label: vscode.l10n.t('Not configured'),
        detail: vscode.l10n.t('Secrets in this folder can reach AI models.'),
      };
    case 'broken':
      return {
        icon: 'error',
        color: 'charts.red',
        label: vscode.l10n.t('Invalid configuration'),
        detail: vscode.l10n.t('Installed, but damaged or incomplete'),
      };
    case 'switchedOff':
      return {
        icon: 'error',
        color: 'charts.red',
        label: vscode.l10n.t('Without effect'),
        detail: vscode.l10n.t('Installed, but without effect on the agent'),
      };
    case 'elsewhere':
      return {
        icon: 'remote',
        label: vscode.l10n.t('On another machine'),
        detail: vscode.l10n.t('The terminal shows what is installed on that machine'),
      };
    case 'nowhere':
      return {
        icon: 'circle-slash',
        label: vscode.l10n.t('Not available'),
        detail: vscode.l10n.t(
          'AI agents cannot run in this folder, because it is not on a machine with a terminal.',
        ),
      };
    case 'unknown':
      return {
        icon: 'question',
        label: vscode.l10n.t('Unknown'),
        detail: vscode.l10n.t('The installed hooks could not be read. See the log for details.'),
      };
  }
}
