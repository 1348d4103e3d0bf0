import * as vscode from 'vscode';
import type { CommandId } from '../host/commandTable.ts';
import { dateTimeText, recentText } from '../ui/dateTimeText.ts';
import { iconOf } from '../ui/icons.ts';
import { auditText, type AgentAuditNode, type AuditedSecretNode } from './agentAudit.ts';
import type { AgentHookNode, HookCall, HookedAgent, HookedAgentNode } from './agentHookState.ts';

export type AgentHooksRow = AgentHookNode | HookedAgentNode | AgentAuditNode | AuditedSecretNode;

/** Returns the row for a node. Its accessible name keeps the editor from reading out the tooltip. */
export function agentHooksItem(node: AgentHooksRow): vscode.TreeItem {
  switch (node.kind) {
    case 'agentHooksOfFolder':
      return folderItem(node);
    case 'hookedAgent':
      return hookedAgentItem(node);
    case 'agentAudit':
      return auditItem(node);
    case 'auditedSecret':
      return auditedSecretItem(node);
  }
}

/** Returns the row of the agent hooks in a folder. Its context value selects the menu: install, repair or remove. */
function folderItem(node: AgentHookNode): vscode.TreeItem {
  const { id, name, folderUri, state, problems } = node;
  const agents = node.agents.map(({ agent }) => agent.title).join(', ');
  const { icon, color, label, detail } = stateText(state);
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(name, agents === '' ? None : Expanded);
  // An id of its own, because the editor would keep a row without agents as it is.
  item.id = agents === '' ? `${id}/empty` : id;
  item.iconPath = iconOf(icon, color);
  // The state comes first, because a narrow side bar cuts the end.
  item.description = agents === '' ? label : `${label} · ${agents}`;
  item.tooltip = [vscode.Uri.parse(folderUri, true).fsPath, detail, ...problems].join('\n');
  // The menus of package.json test this value.
  item.contextValue = `agentHook.${state}`;
  item.accessibilityInformation = {
    label:
      agents === ''
        ? vscode.l10n.t('{0}, agent hooks, {1}', name, label)
        : vscode.l10n.t('{0}, agent hooks for {1}, {2}', name, agents, label),
  };
  if (state === 'untrusted')
    item.command = { command: 'workbench.trust.manage', title: vscode.l10n.t('Manage Workspace Trust') };
  return item;
}

function hookedAgentItem({ id, agent }: HookedAgentNode): vscode.TreeItem {
  const { title, version, isGuarded, lastCalls, week, whenHookFails } = agent;
  const state = isGuarded ? vscode.l10n.t('Guarded') : vscode.l10n.t('Not guarded');
  const counts =
    week === undefined
      ? vscode.l10n.t('nothing denied this week')
      : vscode.l10n.t('{0} denied, {1} masked this week', week.denied, week.masked);
  const name = version === undefined ? title : `${title} ${version}`;
  const item = new vscode.TreeItem(name);
  item.id = id;
  item.iconPath = isGuarded ? iconOf('pass', 'testing.iconPassed') : iconOf('error', 'charts.red');
  item.description = `${state} · ${counts}`;
  const calls = lastCalls.map((call) => callText(title, call));
  item.tooltip = [whenHookFails, ...weekTexts(week), ...calls].filter(Boolean).join('\n');
  item.contextValue = 'hookedAgent';
  item.accessibilityInformation = { label: vscode.l10n.t('{0}, AI agent, {1}, {2}', name, state, counts) };
  return item;
}

function weekTexts(week: HookedAgent['week']): string[] {
  if (week === undefined) return [];
  return [
    ...(week.rules.length === 0 ? [] : [vscode.l10n.t('Found this week: {0}', week.rules.join(', '))]),
    ...(week.files.length === 0 ? [] : [vscode.l10n.t('In files: {0}', week.files.slice(0, 10).join(', '))]),
  ];
}

function callText(agent: string, { event, at, answer }: HookCall): string {
  if (at === undefined) return vscode.l10n.t('{0} has not called {1} yet.', agent, event);
  switch (answer) {
    case 'allowed':
      return vscode.l10n.t('{0} called {1} last at {2}: allowed.', agent, event, dateTimeText(at));
    case 'masked':
      return vscode.l10n.t('{0} called {1} last at {2}: masked.', agent, event, dateTimeText(at));
    case 'denied':
      return vscode.l10n.t('{0} called {1} last at {2}: denied.', agent, event, dateTimeText(at));
  }
}

/** Returns the row about what agents have stored. Its menu searches; a click does so before the first search. */
function auditItem(node: AgentAuditNode): vscode.TreeItem {
  const { id, secrets, isComplete } = node;
  const label = vscode.l10n.t('Stored by agents');
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const hasSecrets = secrets !== undefined && secrets.length > 0;
  const item = new vscode.TreeItem(label, hasSecrets ? Expanded : None);
  item.id = hasSecrets ? id : `${id}/empty`;
  item.iconPath = hasSecrets ? iconOf('warning', 'list.warningForeground') : iconOf('search');
  const count =
    secrets === undefined
      ? vscode.l10n.t('Not searched')
      : hasSecrets
        ? vscode.l10n.t('Found: {0}', secrets.length)
        : vscode.l10n.t('None found');
  item.description = isComplete ? count : `${count} · ${vscode.l10n.t('some files not read')}`;
  item.tooltip = auditText(node);
  item.contextValue = 'agentAudit';
  item.accessibilityInformation = {
    label: vscode.l10n.t('Secrets that agents have stored, {0}', item.description),
  };
  if (!hasSecrets) item.command = { command: 'service.auditAgents' satisfies CommandId, title: label };
  return item;
}

/** Returns the row of a stored secret. A click opens the page on which its vendor lets the user replace it. */
function auditedSecretItem({ id, secret }: AuditedSecretNode): vscode.TreeItem {
  const { description, link, agent, sessions, first, last, source } = secret;
  const item = new vscode.TreeItem(description);
  item.id = id;
  item.iconPath = iconOf('key');
  item.description = [agent, recentText(Date.parse(last))].join(' · ');
  item.tooltip = [
    vscode.l10n.t('First: {0}', dateTimeText(Date.parse(first))),
    vscode.l10n.t('Last: {0}', dateTimeText(Date.parse(last))),
    ...(source === undefined ? [] : [vscode.l10n.t('Still in {0}', source)]),
    ...sessions.slice(0, 10),
    link === undefined
      ? vscode.l10n.t('Replace it where it was created.')
      : vscode.l10n.t('Select to open the page about replacing it.'),
  ].join('\n');
  item.contextValue = 'auditedSecret';
  item.accessibilityInformation = {
    label: vscode.l10n.t(
      '{0}, stored by {1}, last at {2}',
      description,
      agent,
      dateTimeText(Date.parse(last)),
    ),
  };
  if (link !== undefined)
    item.command = {
      command: 'vscode.open',
      title: vscode.l10n.t('Replace'),
      arguments: [vscode.Uri.parse(link)],
    };
  return item;
}

interface StateText {
  readonly icon: string;
  readonly color?: string;
  readonly label: string;
  readonly detail: string;
}

const failing = { icon: 'error', color: 'charts.red' };

const hookStateTexts: Readonly<Record<AgentHookNode['state'], () => StateText>> = {
  sound: () => ({
    icon: 'pass',
    color: 'testing.iconPassed',
    label: vscode.l10n.t('Configured'),
    detail: vscode.l10n.t('Installed and working'),
  }),
  absent: () => ({
    icon: 'circle-slash',
    label: vscode.l10n.t('Not configured'),
    detail: vscode.l10n.t('Secrets in this folder can reach AI models.'),
  }),
  broken: () => ({
    ...failing,
    label: vscode.l10n.t('Invalid configuration'),
    detail: vscode.l10n.t('Installed, but damaged or incomplete'),
  }),
  switchedOff: () => ({
    ...failing,
    label: vscode.l10n.t('Without effect'),
    detail: vscode.l10n.t('Installed, but without effect on the agent'),
  }),
  elsewhere: () => ({
    icon: 'remote',
    label: vscode.l10n.t('On another machine'),
    detail: vscode.l10n.t('The terminal shows what is installed on that machine'),
  }),
  nowhere: () => ({
    icon: 'circle-slash',
    label: vscode.l10n.t('Not available'),
    detail: vscode.l10n.t(
      'AI agents cannot run in this folder, because it is not on a machine with a terminal.',
    ),
  }),
  untrusted: () => ({
    icon: 'shield',
    label: vscode.l10n.t('Restricted Mode'),
    detail: vscode.l10n.t('Until you trust this workspace, its agent hooks are not read.'),
  }),
  unknown: () => ({
    icon: 'question',
    label: vscode.l10n.t('Unknown'),
    detail: vscode.l10n.t('The installed hooks could not be read. See the log for details.'),
  }),
};

export const stateText = (state: AgentHookNode['state']): StateText => hookStateTexts[state]();
