import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Event } from '../../core/events.ts';
import { filterHistory, type HistoryFilter } from '../../core/gate/journal/history.ts';
import type { CommandHandlers } from '../host/commands.ts';
import { historyViewId, type CommandId } from '../host/commandTable.ts';
import { showWarning } from '../ui/messages.ts';
import { choose, headingOf } from '../ui/quickInput/pickOne.ts';
import { showStatusBarMessage } from '../ui/statusBar.ts';
import type { GateChange } from '../../core/gate/notify/gateNotification.ts';
import { markdownText } from '../ui/plainText.ts';
import { conditionText, changeText } from './notify/gateChangeTexts.ts';
import { branchText, gateText, gateNameText } from './gateTexts.ts';
import type { ChangeRecord } from '../../core/gate/journal/journal.ts';
import { dateTimeText, momentText } from '../ui/dateTimeText.ts';
import type { GateServices } from './gateServices.ts';

interface HistoryOptions {
  /** Oldest first. */
  readonly changes: () => readonly HistoryEntry[];
  readonly clear: () => Promise<void>;
  readonly connectionName: (uuid: string) => string | undefined;
  readonly onDidChange: Event<void>;
}

type HistoryCommands = Pick<
  CommandHandlers,
  'service.filterHistory' | 'service.clearHistory' | 'service.copyHistory'
>;

/** The view with the gate changes of the last 30 days, newest first. */
class HistoryView implements Disposable {
  readonly #options: HistoryOptions;
  readonly #scope = new DisposableStore();
  readonly #changed = this.#scope.add(new vscode.EventEmitter<void>());
  readonly #view: vscode.TreeView<HistoryEntry>;
  #filter: HistoryFilter = { by: 'nothing' };
  #shown = '';

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#view = this.#scope.add(
      vscode.window.createTreeView<HistoryEntry>(historyViewId, {
        treeDataProvider: {
          onDidChangeTreeData: this.#changed.event,
          getChildren: (entry) => (entry ? [] : [...this.#entries]),
          getTreeItem: historyItem,
        },
      }),
    );
    this.#scope.add(
      options.onDidChange(() => {
        this.#refresh();
      }),
    );
    this.#refresh();
  }

  readonly commands: HistoryCommands = {
    'service.filterHistory': () => this.#askFilter(),
    'service.clearHistory': () => this.#clear(),
    'service.copyHistory': () => this.#copy(),
  };

  dispose(): void {
    this.#scope.dispose();
  }

  get #entries(): readonly HistoryEntry[] {
    return filterHistory(this.#options.changes(), this.#filter).toReversed();
  }

  #refresh(): void {
    const entries = this.#entries;
    const next = JSON.stringify([this.#filter, entries]);
    if (next === this.#shown) return;
    this.#shown = next;
    this.#view.message =
      entries.length > 0
        ? ''
        : this.#filter.by === 'nothing'
          ? vscode.l10n.t('No quality gate changed in the last 30 days.')
          : vscode.l10n.t('No changes match the filter.');
    this.#view.description = this.#filter.by === 'nothing' ? '' : this.#filterText(this.#filter);
    this.#changed.fire();
  }

  async #askFilter(): Promise<void> {
    const changes = this.#options.changes();
    const connections = new Set(changes.map(({ connection }) => connection));
    const projects = new Map(
      changes.map(({ connection, project }) => [`${connection}\n${project}`, { connection, project }]),
    );
    const choicesOf = (filters: readonly HistoryFilter[]) =>
      filters.map((value) => ({ label: this.#filterText(value), value }));
    const below = (heading: string, filters: readonly HistoryFilter[]) =>
      filters.length === 0 ? [] : [headingOf(heading), ...choicesOf(filters)];
    const filter = await choose({
      title: vscode.l10n.t('Filter History'),
      placeholder: vscode.l10n.t('Select the changes to show'),
      choices: [
        ...choicesOf([{ by: 'nothing' }]),
        ...below(vscode.l10n.t('Result'), [
          { by: 'result', result: 'failed' },
          { by: 'result', result: 'passed' },
        ]),
        ...below(
          vscode.l10n.t('Connections'),
          [...connections].map((connection) => ({ by: 'connection', connection })),
        ),
        ...below(
          vscode.l10n.t('Projects'),
          [...projects.values()].map((project) => ({ by: 'project', ...project })),
        ),
      ],
    });
    if (!filter) return;
    this.#filter = filter;
    this.#refresh();
  }

  #filterText(filter: HistoryFilter): string {
    switch (filter.by) {
      case 'nothing':
        return vscode.l10n.t('All changes');
      case 'result':
        return filter.result === 'failed' ? vscode.l10n.t('Failed') : vscode.l10n.t('Passed');
      case 'connection':
        return this.#options.connectionName(filter.connection) ?? filter.connection;
      case 'project': {
        const isIt = ({ connection, project }: HistoryEntry) =>
          connection === filter.connection && project === filter.project;
        return this.#options.changes().findLast(isIt)?.projectName ?? filter.project;
      }
    }
  }

  async #clear(): Promise<void> {
    const clear = vscode.l10n.t('Clear');
    const question = vscode.l10n.t('Clear the quality gate history in all windows?');
    const detail = vscode.l10n.t('Pending notifications are kept.');
    if ((await showWarning(question, { modal: true, detail }, clear)) === clear) await this.#options.clear();
  }

  async #copy(): Promise<void> {
    await vscode.env.clipboard.writeText(historyMarkdown(this.#entries));
    showStatusBarMessage(vscode.l10n.t('History copied.'), 5000);
  }
}

/** Returns the changes as a Markdown table, in the order given, with times in UTC. */
function historyMarkdown(changes: readonly GateChange[]): string {
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

type HistoryEntry = GateChange & Pick<ChangeRecord, 'outcome'>;

const details: CommandId = 'service.showGateDetails';

/**
 * Returns the row of one change: the project, the new status and the time, which is short, because a narrow view cuts
 * off the end. The tooltip adds the former status, the failing conditions and the outcome. A click shows the details of
 * the gate.
 */
function historyItem(entry: HistoryEntry): vscode.TreeItem {
  const { id, connection, project, projectName = project, branch, from, to, at } = entry;
  const { icon, color, label } = gateText(to);
  const time = dateTimeText(at);
  const name = gateNameText(projectName, branch);
  const item = new vscode.TreeItem(name);
  item.id = String(id);
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.description = `${label} · ${momentText(at)}`;
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

export function registerHistory({ own, journal, store, onDidChange }: GateServices) {
  return own(
    new HistoryView({
      changes: () => journal.changes(),
      clear: () => journal.clearHistory(),
      connectionName: (uuid) => store.get(uuid)?.connectionId,
      onDidChange,
    }),
  );
}
