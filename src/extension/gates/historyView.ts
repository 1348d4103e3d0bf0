import * as vscode from 'vscode';
import { filterHistory, type HistoryFilter } from '../../core/gate/gateJournal.ts';
import { historyViewId } from '../host/commandTable.ts';
import { lazy } from '../host/lazy.ts';
import { isConfirmed } from '../ui/messages.ts';
import { showStatusBarMessage } from '../ui/statusBar.ts';
import type { GateServices } from './gateServices.ts';
import type { HistoryRow } from './historyItems.ts';

/** Loaded when the editor first draws the view. */
const items = lazy(() => import('./historyItems.ts'));

/** Shows the view with the gate changes of the last 30 days, by day, newest first, and returns its commands. */
export function registerHistory({ own, journal, store, onDidChange }: GateServices) {
  const changed = own(new vscode.EventEmitter<void>());
  let filter: HistoryFilter = { by: 'nothing' };
  let shown = '';
  const entries = () => filterHistory(journal.changes(), filter).toReversed();
  const view = own(
    vscode.window.createTreeView<HistoryRow>(historyViewId, {
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: async (row) => (await items()).rowsBelow(row, entries()),
        getTreeItem: async (row) => (await items()).itemOf(row),
      },
    }),
  );
  const refresh = () => {
    const listed = entries();
    const next = JSON.stringify([filter, listed, new Date().toDateString()]);
    if (next === shown) return;
    shown = next;
    const reason =
      filter.by === 'nothing'
        ? vscode.l10n.t('No quality gate changed in the last 30 days.')
        : vscode.l10n.t('No changes match the filter.');
    view.message = listed.length > 0 ? '' : reason;
    changed.fire();
  };
  own(onDidChange(refresh));
  refresh();
  return {
    commands: {
      'service.filterHistory': async () => {
        const { askFilter } = await items();
        const answer = await askFilter(journal.changes(), (uuid) => store.get(uuid)?.connectionId);
        if (!answer) return;
        ({ filter } = answer);
        view.description = filter.by === 'nothing' ? '' : answer.text;
        refresh();
      },
      'service.clearHistory': async () => {
        const question = vscode.l10n.t('Clear the quality gate history in all windows?');
        const detail = vscode.l10n.t('Pending notifications are kept.');
        if (await isConfirmed(question, vscode.l10n.t('Clear'), detail)) await journal.clearHistory();
      },
      'service.copyHistory': async () => {
        const { historyMarkdown } = await items();
        await vscode.env.clipboard.writeText(historyMarkdown(entries()));
        showStatusBarMessage(vscode.l10n.t('History copied.'), 5000);
      },
    },
  };
}
