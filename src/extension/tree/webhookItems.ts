import * as vscode from 'vscode';
import { webhookLimits } from '../../core/webhooks/limits.ts';
import type { CommandId } from '../host/commandTable.ts';
import { failureTexts } from '../ui/failureTexts.ts';
import { recentText } from '../ui/dateTimeText.ts';
import { deliveryText, timeText } from '../webhooks/deliveryTexts.ts';
import { iconOf } from '../ui/icons.ts';
import type { DeliveryNode, Note, NoteNode, WebhookNode, WebhooksNode } from './webhookNodes.ts';

const closed = vscode.TreeItemCollapsibleState.Collapsed;

export function webhooksItem({ id, projectKey, count, failing }: WebhooksNode): vscode.TreeItem {
  const label = projectKey === undefined ? vscode.l10n.t('Global webhooks') : vscode.l10n.t('Webhooks');
  const item = new vscode.TreeItem(label, closed);
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

export function webhookItem({ id, webhook }: WebhookNode): vscode.TreeItem {
  const { name, url, hasSecret, latestDelivery } = webhook;
  const { icon, color, label } = deliveryText(latestDelivery);
  const item = new vscode.TreeItem(name, closed);
  item.id = id;
  item.iconPath = iconOf(icon, color);
  item.description = [label, url].join(' · ');
  item.tooltip = [
    name,
    url,
    hasSecret ? vscode.l10n.t('Signed with a secret') : vscode.l10n.t('Not signed: no secret is set'),
    ...(latestDelivery
      ? [vscode.l10n.t('Last delivery: {0}, {1}', timeText(latestDelivery.at), label)]
      : [label]),
  ].join('\n');
  item.contextValue = 'webhook';
  item.accessibilityInformation = { label: vscode.l10n.t('{0}, webhook, {1}', name, label) };
  return item;
}

export function deliveryItem(node: DeliveryNode): vscode.TreeItem {
  const { id, uuid, projectKey, webhookKey, deliveryId, delivery } = node;
  const { icon, color, label } = deliveryText(delivery);
  const time = timeText(delivery.at);
  // The time distinguishes deliveries, so it is first: narrow views cut the end of the row.
  const item = new vscode.TreeItem(timeText(delivery.at, recentText));
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

export function noteItem({ id, note }: NoteNode): vscode.TreeItem {
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
