import * as vscode from 'vscode';
import { isCoverageMetric } from '../../../core/gate/causes.ts';
import type { Finding } from '../../../core/issues/finding.ts';
import { conditionText } from '../../gates/notify/gateChangeTexts.ts';
import { gateNameText } from '../../gates/gateTexts.ts';
import type { CommandId } from '../../host/commandTable.ts';
import { failureTexts } from '../../ui/failureTexts.ts';
import { iconOf } from '../../ui/icons.ts';
import { plainText } from '../../ui/plainText.ts';
import { messageText, severityLevel, severityText } from '../issueTexts.ts';
import {
  refOf,
  type ConditionRow,
  type FailedGateRow,
  type FileRow,
  type FindingRow,
  type GateNoteRow,
  type GateRow,
  type Progress,
} from './gateRows.ts';

/** This command is not in package.json, because it needs the row that it opens. */
export const openFindingCommand = 'service.gateList.open';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** Returns the item of a row, with an accessible name, because the editor would read out the tooltip instead. */
export function gateRowItem(row: GateRow, uriOf: (row: FileRow) => vscode.Uri | undefined): vscode.TreeItem {
  const item = itemOf(row, uriOf);
  item.id = row.id;
  const isCoverage =
    row.kind === 'condition' && row.conditions.some(({ metricKey }) => isCoverageMetric(metricKey));
  // The menus of package.json test it.
  item.contextValue = isCoverage ? 'condition.coverage' : row.kind;
  return item;
}

/** Returns what is left in words: `3 of 7 left`. */
export function progressText({ left, total }: Progress): string {
  if (total === 0) return '';
  return left === 0 ? vscode.l10n.t('none left') : vscode.l10n.t('{0} of {1} left', left, total);
}

export function conditionsLabel(conditions: ConditionRow['conditions']): string {
  return conditions
    .map(({ metricKey, actualValue, comparator, errorThreshold }) =>
      conditionText({ metric: metricKey, actual: actualValue, comparator, threshold: errorThreshold }),
    )
    .join(' · ');
}

function itemOf(row: GateRow, uriOf: (row: FileRow) => vscode.Uri | undefined): vscode.TreeItem {
  switch (row.kind) {
    case 'failedGate':
      return failedGateItem(row);
    case 'condition':
      return conditionItem(row);
    case 'findingsOfFile':
      return fileItem(row, uriOf(row));
    case 'finding':
      return findingItem(row);
    case 'gateNote':
      return noteItem(row);
  }
}

function failedGateItem({ projectName, branch, ...progress }: FailedGateRow): vscode.TreeItem {
  const name = plainText(gateNameText(projectName, branch));
  const item = new vscode.TreeItem(name, Expanded);
  item.iconPath = iconOf('error', 'charts.red');
  item.description = progressText(progress);
  item.accessibilityInformation = { label: spoken(name, item.description) };
  return item;
}

function conditionItem(row: ConditionRow): vscode.TreeItem {
  const label = plainText(conditionsLabel(row.conditions));
  const item = new vscode.TreeItem(label, row.total === 0 ? None : Expanded);
  const isDone = row.total > 0 && row.left === 0 && row.isComplete && row.unread === 0;
  item.iconPath = isDone
    ? iconOf('pass', 'testing.iconPassed')
    : iconOf('circle-large-outline', 'charts.red');
  const inMore = row.total === 0 ? vscode.l10n.t('see the details') : vscode.l10n.t('more in the details');
  item.description = [progressText(row), ...(row.isComplete ? [] : [inMore])].filter(Boolean).join(' · ');
  item.tooltip = [label, item.description].join('\n');
  item.accessibilityInformation = { label: spoken(vscode.l10n.t('{0}, condition', label), item.description) };
  if (!row.isComplete)
    item.command = {
      command: 'service.showGateDetails' satisfies CommandId,
      title: vscode.l10n.t('Show Details'),
      arguments: [refOf(row)],
    };
  return item;
}

function fileItem(row: FileRow, uri: vscode.Uri | undefined): vscode.TreeItem {
  const path = plainText(row.path);
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  const item = new vscode.TreeItem(name, row.isExpanded ? Expanded : Collapsed);
  item.iconPath = vscode.ThemeIcon.File;
  // The icon of its language. With the scheme of the file, the editor would count its problems in a badge, too.
  if (uri) item.resourceUri = uri.with({ scheme: 'service-gate' });
  const count = row.left === row.total ? String(row.total) : progressText(row);
  item.description = [path.slice(0, Math.max(0, slash)), count].filter(Boolean).join(' · ');
  item.tooltip = path;
  item.accessibilityInformation = { label: spoken(path, progressText(row)) };
  return item;
}

function findingItem(row: FindingRow): vscode.TreeItem {
  const { finding, state } = row;
  const message = messageText(finding);
  const item = new vscode.TreeItem(message);
  const line = finding.line === undefined ? [] : [vscode.l10n.t('line {0}', finding.line)];
  const fixed = state === 'edited' ? [vscode.l10n.t('probably fixed')] : [];
  item.iconPath = state === 'edited' ? iconOf('pass', 'testing.iconPassed') : iconOfFinding(finding);
  item.description = [...fixed, ...line].join(' · ');
  const facts = [
    finding.severity === undefined ? '' : severityText(finding.severity),
    finding.rule ?? '',
    finding.assignee === undefined ? '' : vscode.l10n.t('Assigned to {0}', finding.assignee),
  ]
    .filter(Boolean)
    .map(plainText);
  const editedText = vscode.l10n.t('Its line was edited. The next analysis finds out whether it is fixed.');
  item.tooltip = [message, facts.join(' · '), ...(fixed.length > 0 ? [editedText] : [])]
    .filter(Boolean)
    .join('\n');
  item.accessibilityInformation = { label: spoken(message, item.description) };
  item.command = {
    command: openFindingCommand,
    title: vscode.l10n.t('Open'),
    arguments: [refOf(row), finding.key],
  };
  return item;
}

function iconOfFinding({ kind, severity }: Finding): vscode.ThemeIcon {
  switch (kind) {
    case 'hotspot':
      return iconOf('shield', 'problemsWarningIcon.foreground');
    case 'uncovered':
    case 'partlyCovered':
      return iconOf('beaker');
    case 'duplicated':
      return iconOf('copy');
    case 'issue':
      switch (severityLevel(severity)) {
        case 'high':
          return iconOf('error', 'problemsErrorIcon.foreground');
        case 'medium':
          return iconOf('warning', 'problemsWarningIcon.foreground');
        case 'low':
          return iconOf('info', 'problemsInfoIcon.foreground');
      }
  }
}

function noteItem({ note, ...ref }: GateNoteRow): vscode.TreeItem {
  const text = noteText(note);
  const item = new vscode.TreeItem(text);
  item.tooltip = text;
  item.accessibilityInformation = { label: text };
  if (note.says === 'reading') item.iconPath = iconOf('sync~spin');
  if (note.says === 'failed') {
    item.iconPath = iconOf('warning', 'list.warningForeground');
    item.command = {
      command: 'service.refreshGateIssues' satisfies CommandId,
      title: vscode.l10n.t('Refresh'),
      arguments: [refOf(ref)],
    };
  }
  return item;
}

function noteText(note: GateNoteRow['note']): string {
  switch (note.says) {
    case 'reading':
      return vscode.l10n.t('Waiting for the platform…');
    case 'nothing':
      return vscode.l10n.t('No condition fails any longer. The gate is checked soon.');
    case 'filtered':
      return vscode.l10n.t('No finding matches the filter.');
    case 'unread':
      return vscode.l10n.t('Only on the platform: {0}', note.count);
    case 'failed':
      return failureTexts[note.failure.code](note.failure);
  }
}

const spoken = (...parts: readonly string[]): string => parts.filter(Boolean).join(', ');
