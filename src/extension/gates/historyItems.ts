import { l10n, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { HistoryFilter } from '../../core/gate/gateJournal.ts';
import type { ChangeRecord } from '../../core/gate/journal/journal.ts';
import type { GateChange } from '../../core/gate/notify/gateNotification.ts';
import type { CommandId } from '../host/commandTable.ts';
import { dateText, dateTimeText, timeText } from '../ui/dateTimeText.ts';
import { iconOf } from '../ui/icons.ts';
import { markdownText } from '../ui/plainText.ts';
import { choose, headingOf } from '../ui/quickInput/pickOne.ts';
import { branchText, gateNameText, gateText } from './gateTexts.ts';
import { changeText, conditionText } from './notify/gateChangeTexts.ts';

type ConnectionName = (uuid: string) => string | undefined;

/** Returns undefined if the user leaves. */
export async function askFilter(
  changes: readonly HistoryEntry[],
  connectionName: ConnectionName,
): Promise<{ readonly filter: HistoryFilter; readonly text: string } | undefined> {
  const connections = new Set(changes.map(({ connection }) => connection));
  const projects = new Map(
    changes.map(({ connection, project }) => [`${connection}\n${project}`, { connection, project }]),
  );
  const textOf = (filter: HistoryFilter) => filterText(filter, changes, connectionName);
  const choiceOf = (value: HistoryFilter) => ({ label: textOf(value), value });
  const below = (heading: string, filters: readonly HistoryFilter[]) =>
    filters.length === 0 ? [] : [headingOf(heading), ...filters.map(choiceOf)];
  const filter = await choose({
    title: l10n.t('Filter History'),
    placeholder: l10n.t('Select the changes to show'),
    choices: [
      choiceOf({ by: 'nothing' }),
      ...below(l10n.t('Result'), [
        { by: 'result', result: 'failed' },
        { by: 'result', result: 'passed' },
      ]),
      ...below(
        l10n.t('Connections'),
        [...connections].map((connection) => ({ by: 'connection', connection })),
      ),
      ...below(
        l10n.t('Projects'),
        [...projects.values()].map((project) => ({ by: 'project', ...project })),
      ),
    ],
  });
  return filter && { filter, text: textOf(filter) };
}

function filterText(
  filter: HistoryFilter,
  changes: readonly HistoryEntry[],
  connectionName: ConnectionName,
): string {
  switch (filter.by) {
    case 'nothing':
      return l10n.t('All changes');
    case 'result':
      return filter.result === 'failed' ? l10n.t('Failed') : l10n.t('Passed');
    case 'connection':
      return connectionName(filter.connection) ?? filter.connection;
    case 'project': {
      const isIt = ({ connection, project }: HistoryEntry) =>
        connection === filter.connection && project === filter.project;
      return changes.findLast(isIt)?.projectName ?? filter.project;
    }
  }
}

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
    to === 'OK' ? '' : conditions.map(conditionText).join('; '),
  ]);
  const table = [head, head.map(() => '---'), ...rows];
  return table.map((cells) => `| ${cells.map(markdownText).join(' | ')} |`).join('\n');
}

export type HistoryEntry = GateChange & Pick<ChangeRecord, 'outcome'>;

interface HistoryDay {
  readonly day: string;
  readonly entries: readonly HistoryEntry[];
}

export type HistoryRow = HistoryDay | HistoryEntry;

/** Returns the rows of a day, or without a row the days of `all`, in the order given. */
export function rowsBelow(row: HistoryRow | undefined, all: readonly HistoryEntry[]): HistoryRow[] {
  if (row) return 'day' in row ? [...row.entries] : [];
  const dayOf = ({ at }: HistoryEntry) => new Date(at).toDateString();
  return [...new Set(all.map(dayOf))].map((day) => ({
    day,
    entries: all.filter((entry) => dayOf(entry) === day),
  }));
}

export function itemOf(row: HistoryRow, now = new Date()): TreeItem {
  if (!('day' in row)) return historyItem(row);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const label =
    row.day === now.toDateString()
      ? l10n.t('Today')
      : row.day === yesterday.toDateString()
        ? l10n.t('Yesterday')
        : dateText(Date.parse(row.day));
  const item = new TreeItem(label, TreeItemCollapsibleState.Expanded);
  item.id = row.day;
  return item;
}

/** The time of day is short, because a narrow view cuts off the end. */
function historyItem(entry: HistoryEntry): TreeItem {
  const { id, connection, project, projectName = project, branch, from, to, at } = entry;
  const { icon, color, label } = gateText(to);
  const time = dateTimeText(at);
  const name = gateNameText(projectName, branch);
  const item = new TreeItem(name);
  item.id = String(id);
  item.iconPath = iconOf(icon, color);
  item.description = `${label} · ${timeText(at)}`;
  item.tooltip = [changeText(entry), time, outcomeText(entry)].join('\n');
  item.accessibilityInformation = {
    label: l10n.t('{0}: {1}, was {2}, {3}', name, label, gateText(from).label, time),
  };
  item.command = {
    command: 'service.showGateDetails' satisfies CommandId,
    title: l10n.t('Show Details'),
    arguments: [{ uuid: connection, projectKey: project, branch }],
  };
  return item;
}

function outcomeText({ outcome }: HistoryEntry): string {
  switch (outcome?.as) {
    case undefined:
      return l10n.t('Pending');
    case 'toast':
    case 'recap':
      return l10n.t('Notified at {0}', dateTimeText(outcome.at));
    case 'undone':
      return l10n.t('Changed back before a notification was shown');
    case 'muted':
      return l10n.t('Muted');
  }
}
