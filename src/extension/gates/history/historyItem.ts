import * as vscode from 'vscode';
import type { ChangeRecord } from '../../../core/gate/journal/journal.ts';
import type { GateChange } from '../../../core/gate/notify/gateNotification.ts';
import type { CommandId } from '../../host/commandTable.ts';
import { dateTimeText, recentText } from '../../ui/dateTimeText.ts';
import { gateNameText, gateText } from '../gateTexts.ts';
import { changeText } from '../gateChangeTexts.ts';

export type HistoryEntry = GateChange & Pick<ChangeRecord, 'outcome'>;

const details: CommandId = 'service.showGateDetails';

/**
 * Returns the row of one change: the project, then the time, which a narrow view must not cut off, and both statuses. The tooltip adds the failing conditions and
 * the outcome. A click shows the details of the gate.
 */
export function historyItem(entry: HistoryEntry): vscode.TreeItem {
  const { id, connection, project, projectName = project, branch, from, to, at } = entry;
  const { icon, color, label } = gateText(to);
  const time = dateTimeText(at);
  const name = gateNameText(projectName, branch);
  const item = new vscode.TreeItem(name);
  item.id = String(id);
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.description = `${recentText(at)} · ${gateText(from).label} → ${label}`;
  item.tooltip = [changeText(entry), time, outcomeText(entry)].join('\n');
  item.accessibilityInformation = {
    label: vscode.l10n.t('{0}: {1}, was {2}, {3}', name, label, gateText(from).label, time),
  };
  item.command = {
    command: details,
    title: vscode.l10n.t('Show Details'),
    arguments: [{ uuid: connection, projectKey: project, branch }],
  };
  return item;
}

function outcomeText({ outcome }: HistoryEntry): string {
  switch (outcome?.as) {
    case undefined:
      return vscode.l10n.t('Pending');
    case 'toast':
    case 'recap':
      return vscode.l10n.t('Notified at {0}', dateTimeText(outcome.at));
    case 'undone':
      return vscode.l10n.t('Changed back before a notification was shown');
    case 'muted':
      return vscode.l10n.t('Muted');
  }
}
