import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import { webhookLimits } from '../../core/webhooks/limits.ts';
import { expiryText, needsToken, stateText } from '../connections/stateTexts.ts';
import type { CommandId } from '../host/commandTable.ts';
import { branchLine, branchText, gateNameText, knownGateText, stalenessText } from '../gates/gateTexts.ts';
import type { MuteEnd } from '../gates/knownGate.ts';
import { recentText, timeText } from '../ui/dateTimeText.ts';
import { failureTexts } from '../ui/failureTexts.ts';
import { iconOf } from '../ui/icons.ts';
import { deliveryText, timeText as deliveryTimeText } from '../webhooks/deliveryTexts.ts';
import type {
  AdministrationNode,
  BoundFolderNode,
  ConnectionNode,
  DeliveryNode,
  FolderNode,
  Note,
  NoteNode,
  ProjectNode,
  TreeNode,
  WebhookNode,
  WebhooksNode,
} from './nodes.ts';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** Returns the row for a node. Its accessible name keeps the editor from reading out the tooltip. */
export function itemOf(node: TreeNode, addressOf: (connection: Connection) => string): vscode.TreeItem {
  switch (node.kind) {
    case 'connection':
      return connectionItem(node, addressOf(node.connection));
    case 'administration':
      return administrationItem(node);
    case 'project':
      return projectItem(node);
    case 'boundFolder':
      return boundFolderItem(node);
    case 'folder':
      return folderItem(node);
    case 'webhooks':
      return webhooksItem(node);
    case 'webhook':
      return webhookItem(node);
    case 'delivery':
      return deliveryItem(node);
    case 'note':
      return noteItem(node);
  }
}

function connectionItem(
  { id, connection, state, daysLeft, mutedUntil, projects, administration }: ConnectionNode,
  address: string,
): vscode.TreeItem {
  const { connectionId, receiveNotifications } = connection;
  const { icon, color, label: stateLabel, detail } = stateText(state);
  const label = daysLeft === undefined ? stateLabel : `${stateLabel} · ${expiryText(daysLeft)}`;
  const isEmpty = projects.length === 0 && !administration;
  const item = new vscode.TreeItem(connectionId, isEmpty ? None : Expanded);
  // An id of its own, because the editor would keep the row collapsed when it gets its first children.
  item.id = isEmpty ? `${id}/empty` : id;
  item.iconPath = iconOf(icon, color);
  const words = [
    label,
    ...(receiveNotifications ? [] : [vscode.l10n.t('notifications off')]),
    ...mutedText(mutedUntil),
  ];
  item.description = words.join(' · ');
  item.tooltip = [connectionId, platformName(connection, address), detail].join('\n');
  const muted = mutedUntil === undefined ? '' : '.muted';
  const wantsToken = needsToken(state) || daysLeft !== undefined;
  item.contextValue = `${wantsToken ? 'connection.token' : 'connection'}${muted}`;
  item.accessibilityInformation = {
    label: vscode.l10n.t('{0}, connection, {1}', connectionId, words.join(', ')),
  };
  return item;
}

function administrationItem({ id }: AdministrationNode): vscode.TreeItem {
  const label = vscode.l10n.t('Administration');
  const item = new vscode.TreeItem(label, Collapsed);
  item.id = id;
  item.iconPath = iconOf('tools');
  item.tooltip = vscode.l10n.t('Settings of the platform that apply to all projects');
  item.contextValue = 'administration';
  item.accessibilityInformation = { label };
  return item;
}

function platformName(connection: Connection, address: string): string {
  return connection.kind === 'server'
    ? address
    : vscode.l10n.t('Organization {0} on {1}', connection.organizationKey, address);
}

function projectItem(node: ProjectNode): vscode.TreeItem {
  const { id, uuid, projectKey, name, gate, mutedUntil, folders } = node;
  const { icon, color, label } = knownGateText(gate);
  const item = new vscode.TreeItem(name, Collapsed);
  const folderNames = folders.map((folder) => folder.name).join(', ');
  item.id = id;
  item.iconPath = iconOf(icon, color);
  const { branch } = gate;
  const named = branch === undefined ? [] : [branch];
  const muted = mutedText(mutedUntil);
  const stale = gate.stale && !gate.hidden ? [stalenessText(gate.stale)] : [];
  item.description = [label, ...muted, ...stale, ...named.map(branchText), folderNames].join(' · ');
  item.tooltip = [
    `${name} (${projectKey})`,
    ...named.map(branchLine),
    vscode.l10n.t('Quality gate: {0}', label),
    ...stale,
    vscode.l10n.t('Folders: {0}', folderNames),
    ...mutedSentence(mutedUntil),
  ].join('\n');
  item.contextValue = mutedUntil === undefined ? 'project' : 'project.muted';
  item.command = {
    command: 'service.showGateDetails' satisfies CommandId,
    title: vscode.l10n.t('Show Details'),
    arguments: [{ uuid, projectKey, branch }],
  };
  const spoken = vscode.l10n.t(
    '{0}, project, quality gate {1}, folders {2}',
    gateNameText(name, branch),
    label,
    folderNames,
  );
  item.accessibilityInformation = { label: [spoken, ...stale, ...muted].join(', ') };
  return item;
}

function mutedText(until: MuteEnd | undefined): readonly string[] {
  if (until === undefined) return [];
  if (until === 'forever') return [vscode.l10n.t('muted')];
  return [vscode.l10n.t('muted until {0}', timeText(until))];
}

function mutedSentence(until: MuteEnd | undefined): readonly string[] {
  if (until === undefined) return [];
  return until === 'forever'
    ? [vscode.l10n.t('Notifications are muted.')]
    : [vscode.l10n.t('Notifications are muted until {0}.', timeText(until))];
}

function boundFolderItem({ id, name, folderUri }: BoundFolderNode): vscode.TreeItem {
  const item = new vscode.TreeItem(name);
  item.id = id;
  item.iconPath = iconOf('folder');
  item.tooltip = vscode.Uri.parse(folderUri, true).fsPath;
  item.contextValue = 'boundFolder';
  item.accessibilityInformation = { label: vscode.l10n.t('{0}, bound folder', name) };
  return item;
}

function folderItem({ id, name, folderUri, resolution, boundBelow }: FolderNode): vscode.TreeItem {
  const hasBoundBelow = resolution.state === 'unbound' && boundBelow.length > 0;
  const { label, detail } = hasBoundBelow ? boundBelowText(boundBelow) : bindingText(resolution);
  const item = new vscode.TreeItem(name);
  item.id = id;
  Object.assign(item, lookOf(resolution.state));
  item.description = label;
  item.tooltip = `${name}\n${detail}`;
  item.accessibilityInformation = { label: vscode.l10n.t('{0}, folder, {1}', name, label) };
  // A folder whose packages are bound needs no repair.
  const repair = hasBoundBelow ? undefined : repairOf(resolution.state, folderUri);
  if (repair) item.command = repair;
  return item;
}

/** Undefined if there is more than one way to repair the binding. */
function repairOf(state: FolderNode['resolution']['state'], folderUri: string): vscode.Command | undefined {
  if (state === 'untrusted')
    return { command: 'workbench.trust.manage', title: vscode.l10n.t('Manage Workspace Trust') };
  if (state !== 'unbound' && state !== 'ambiguous') return undefined;
  return {
    command: 'service.bindFolder' satisfies CommandId,
    title: vscode.l10n.t('Bind Folder'),
    arguments: [{ folderUri }],
  };
}

/** The menus of package.json test the context value. */
function lookOf(state: FolderNode['resolution']['state']) {
  if (state === 'unbound') return { iconPath: iconOf('folder'), contextValue: 'folder.unbound' };
  if (state === 'untrusted') return { iconPath: iconOf('shield'), contextValue: 'folder.untrusted' };
  return { iconPath: iconOf('warning', 'list.warningForeground'), contextValue: 'folder.broken' };
}

function boundBelowText(names: readonly string[]) {
  return {
    label: vscode.l10n.t('Bound subfolders: {0}', names.length),
    detail: vscode.l10n.t('Quality gates are those of its subfolders: {0}', names.join(', ')),
  };
}

function bindingText(resolution: FolderNode['resolution']) {
  switch (resolution.state) {
    case 'unbound':
      return {
        label: vscode.l10n.t('Not bound'),
        detail: vscode.l10n.t('Bind this folder to a project to see its quality gate.'),
      };
    case 'untrusted':
      return {
        label: vscode.l10n.t('Restricted Mode'),
        detail: vscode.l10n.t(
          'Until you trust this workspace, its binding is ignored and no requests are made for its project.',
        ),
      };
    case 'ambiguous':
      return {
        label: vscode.l10n.t('Several connections'),
        detail: vscode.l10n.t(
          'The binding to {0} does not name a connection, but there are several. Bind the folder again to select one. Until then, the platform is not polled.',
          resolution.projectKey,
        ),
      };
    case 'unknownConnection':
      return {
        label: vscode.l10n.t('Unknown connection'),
        detail:
          resolution.connectionId === undefined
            ? vscode.l10n.t(
                'There is no connection for the binding to {0}. Add a connection.',
                resolution.projectKey,
              )
            : vscode.l10n.t(
                'The binding to {0} refers to connection “{1}”, which does not exist. Bind the folder again, or add a connection with this name.',
                resolution.projectKey,
                resolution.connectionId,
              ),
      };
    case 'invalid':
      return {
        label: vscode.l10n.t('Invalid binding'),
        detail: vscode.l10n.t(
          'The setting service.connectedMode.project cannot be read: {0}',
          resolution.problem,
        ),
      };
  }
}

function webhooksItem({ id, projectKey, count, failing }: WebhooksNode): vscode.TreeItem {
  const label = projectKey === undefined ? vscode.l10n.t('Global webhooks') : vscode.l10n.t('Webhooks');
  const item = new vscode.TreeItem(label, Collapsed);
  // The row shows the limit, so that the user knows it before trying to add a webhook.
  const description = [
    ...(count === undefined ? [] : [vscode.l10n.t('{0} of {1}', count, webhookLimits.webhooks)]),
    ...(failing === 0 ? [] : [vscode.l10n.t('failed: {0}', failing)]),
  ].join(' · ');
  item.id = id;
  item.iconPath = iconOf('radio-tower');
  item.description = description;
  item.tooltip =
    projectKey === undefined
      ? vscode.l10n.t('Called after every analysis of any project')
      : vscode.l10n.t('Called after every analysis of this project, in addition to the global webhooks');
  item.contextValue = 'webhooks';
  item.accessibilityInformation = { label: [label, description].filter(Boolean).join(', ') };
  return item;
}

function webhookItem({ id, webhook }: WebhookNode): vscode.TreeItem {
  const { name, url, hasSecret, latestDelivery } = webhook;
  const { icon, color, label } = deliveryText(latestDelivery);
  const item = new vscode.TreeItem(name, Collapsed);
  item.id = id;
  item.iconPath = iconOf(icon, color);
  item.description = [label, url].join(' · ');
  item.tooltip = [
    name,
    url,
    hasSecret ? vscode.l10n.t('Signed with a secret') : vscode.l10n.t('Not signed: no secret is set'),
    ...(latestDelivery
      ? [vscode.l10n.t('Last delivery: {0}, {1}', deliveryTimeText(latestDelivery.at), label)]
      : [label]),
  ].join('\n');
  item.contextValue = 'webhook';
  item.accessibilityInformation = { label: vscode.l10n.t('{0}, webhook, {1}', name, label) };
  return item;
}

function deliveryItem(node: DeliveryNode): vscode.TreeItem {
  const { id, uuid, projectKey, webhookKey, deliveryId, delivery } = node;
  const { icon, color, label } = deliveryText(delivery);
  const time = deliveryTimeText(delivery.at);
  // The time distinguishes deliveries, so it is first: narrow views cut the end of the row.
  const item = new vscode.TreeItem(deliveryTimeText(delivery.at, recentText));
  item.id = id;
  item.iconPath = iconOf(icon, color);
  item.description = label;
  item.tooltip = [label, time, vscode.l10n.t('Select to see the payload and the error.')].join('\n');
  item.contextValue = 'delivery';
  item.command = {
    command: 'service.showDelivery' satisfies CommandId,
    title: vscode.l10n.t('Show Delivery'),
    arguments: [{ uuid, projectKey, webhookKey, deliveryId }],
  };
  item.accessibilityInformation = { label: vscode.l10n.t('Delivery, {0}, {1}', label, time) };
  return item;
}

function noteItem({ id, note }: NoteNode): vscode.TreeItem {
  const text = noteText(note);
  const item = new vscode.TreeItem(text);
  item.id = id;
  item.tooltip = text;
  if (note.says === 'asking') item.iconPath = iconOf('sync~spin');
  if (note.says === 'failed') item.iconPath = iconOf('warning', 'list.warningForeground');
  item.contextValue = 'note';
  item.accessibilityInformation = { label: text };
  return item;
}

function noteText(note: Note): string {
  switch (note.says) {
    case 'asking':
      return vscode.l10n.t('Waiting for the platform…');
    case 'noWebhooks':
      return vscode.l10n.t('No webhooks yet');
    case 'noDeliveries':
      return vscode.l10n.t('No deliveries in the last 30 days.');
    case 'newest':
      return vscode.l10n.t('Showing the newest {0} of {1}.', note.shown, note.total);
    case 'failed':
      return failureTexts[note.failure.code](note.failure);
  }
}
