import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/disposables.ts';
import type { Event } from '../../../core/events.ts';
import { filterHistory, type HistoryFilter } from '../../../core/gate/journal/history.ts';
import type { CommandHandlers } from '../../host/commands.ts';
import { historyViewId } from '../../host/commandTable.ts';
import { showWarning } from '../../ui/messages.ts';
import { choose } from '../../ui/quickInput/pickOne.ts';
import { showStatusBarMessage } from '../../ui/statusBar.ts';
import { historyItem, type HistoryEntry } from './historyItem.ts';
import { historyMarkdown } from './historyMarkdown.ts';

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
export class HistoryView implements Disposable {
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
    const filters: readonly HistoryFilter[] = [
      { by: 'nothing' },
      { by: 'result', result: 'failed' },
      { by: 'result', result: 'passed' },
      ...[...connections].map((connection) => ({ by: 'connection', connection }) as const),
      ...[...projects.values()].map((project) => ({ by: 'project', ...project }) as const),
    ];
    const filter = await choose({
      title: vscode.l10n.t('Filter History'),
      placeholder: vscode.l10n.t('Select the changes to show'),
      choices: filters.map((value) => ({ label: this.#filterText(value), value })),
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
