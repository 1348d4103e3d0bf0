import { l10n } from 'vscode';
import type { GateChange } from '../../../core/gate/notify/gateNotification.ts';
import { markdownText } from '../../ui/plainText.ts';
import { conditionText } from '../gateChangeTexts.ts';
import { branchText, gateText } from '../gateTexts.ts';

/** Returns the changes as a Markdown table, in the order given, with times in UTC. */
export function historyMarkdown(changes: readonly GateChange[]): string {
  const head = [
    l10n.t('Time'),
    l10n.t('Project'),
    l10n.t('Branch'),
    l10n.t('Before'),
    l10n.t('After'),
    l10n.t('Failed conditions'),
  ];
  const rows = changes.map(({ at, project, projectName, branch, from, to, conditions = [] }) => [
    new Date(at).toISOString(),
    projectName ?? project,
    branch === undefined ? '' : branchText(branch),
    gateText(from).label,
    gateText(to).label,
    conditions.map(conditionText).join('; '),
  ]);
  return [head, head.map(() => '---'), ...rows].map(rowOf).join('\n');
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.map(markdownText).join(' | ')} |`;
}
