import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Event } from '../../core/events.ts';
import { filterHistory, type HistoryFilter } from '../../core/gate/journal/history.ts';
import type { CommandHandlers } from '../host/commands.ts';
import { historyViewId } from '../host/commandTable.ts';
import { lazy } from '../host/lazy.ts';
import { showWarning } from '../ui/messages.ts';
import { showStatusBarMessage } from '../ui/statusBar.ts';
import type { GateServices } from './gateServices.ts';
import type { HistoryEntry, HistoryRow } from './historyItems.ts';

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

/** Loaded when the editor first draws the view. */
const items = lazy(() => import('./historyItems.ts'));

/** The view with the gate changes of the last 30 days, by day, newest first. */
class HistoryView implements Disposable {
  readonly #options: HistoryOptions;
  readonly #scope = new DisposableStore();
  readonly #changed = this.#scope.add(new vscode.EventEmitter<void>());
  readonly #view: vscode.TreeView<HistoryRow>;
  #filter: HistoryFilter = { by: 'nothing' };
  #shown = '';

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#view = this.#scope.add(
      vscode.window.createTreeView<HistoryRow>(historyViewId, {
        treeDataProvider: {
          onDidChangeTreeData: this.#changed.event,
          getChildren: async (row) => (await items()).rowsBelow(row, this.#entries),
          getTreeItem: async (row) => (await items()).itemOf(row),
        },
      }),
    );
    this.#scope.add(options.onDidChange(() => this.#refresh()));
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
    const next = JSON.stringify([this.#filter, entries, new Date().toDateString()]);
    if (next === this.#shown) return;
    this.#shown = next;
    this.#view.message =
      entries.length > 0
        ? ''
        : this.#filter.by === 'nothing'
          ? vscode.l10n.t('No quality gate changed in the last 30 days.')
          : vscode.l10n.t('No changes match the filter.');
    this.#changed.fire();
  }

  async #askFilter(): Promise<void> {
    const { askFilter } = await items();
    const { changes, connectionName } = this.#options;
    const answer = await askFilter(changes(), connectionName);
    if (!answer) return;
    this.#filter = answer.filter;
    this.#view.description = answer.filter.by === 'nothing' ? '' : answer.text;
    this.#refresh();
  }

  async #clear(): Promise<void> {
    const clear = vscode.l10n.t('Clear');
    const question = vscode.l10n.t('Clear the quality gate history in all windows?');
    const detail = vscode.l10n.t('Pending notifications are kept.');
    if ((await showWarning(question, { modal: true, detail }, clear)) === clear) await this.#options.clear();
  }

  async #copy(): Promise<void> {
    const { historyMarkdown } = await items();
    await vscode.env.clipboard.writeText(historyMarkdown(this.#entries));
    showStatusBarMessage(vscode.l10n.t('History copied.'), 5000);
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
