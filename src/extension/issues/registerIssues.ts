import * as vscode from 'vscode';
import { DisposableStore } from '../../core/disposables.ts';
import { failedGates, type FolderGate } from '../gates/folderGates.ts';
import { gateNameText } from '../gates/gateTexts.ts';
import { lazyCommands } from '../host/commands.ts';
import { gateViewId, issueCommandIds } from '../host/commandTable.ts';
import { lazy } from '../host/lazy.ts';
import { onDidChangeSetting } from '../host/settings.ts';
import type { GateServices } from '../gates/gateServices.ts';
import type { Issues } from './createIssues.ts';
import type { GateList } from './list/gateList.ts';
import type { GateRow } from './list/gateRows.ts';

/** Returns the commands about issues. The first command loads their code, as does a file of a bound folder. */
export function registerIssues(services: GateServices) {
  const load: () => Promise<Issues> = lazy(async () => {
    const { createIssues } = await import('./createIssues.ts');
    return services.own(createIssues(services, reveal));
  });
  const list = async () => (await load()).list;
  const reveal = showGateView(services, list);
  return {
    list,
    commands: lazyCommands(issueCommandIds, async () => (await load()).commands),
    start: () => {
      const waiting = services.own(new DisposableStore());
      const loadIfWanted = () => {
        if (waiting.isDisposed || !isWanted(services)) return;
        waiting.dispose();
        load().catch(services.reporting('loading the issues'));
      };
      waiting.add(vscode.window.onDidChangeVisibleTextEditors(loadIfWanted));
      waiting.add(onDidChangeSetting('service.issues', loadIfWanted));
      waiting.add(services.bindings.onDidChange(loadIfWanted));
      loadIfWanted();
    },
  };
}

function isWanted({ bindings, settings }: GateServices): boolean {
  return (
    settings.read('service.issues.scope') !== 'off' &&
    bindings.list().some(({ resolution }) => resolution.state === 'bound') &&
    vscode.window.visibleTextEditors.some(
      ({ document }) => vscode.workspace.getWorkspaceFolder(document.uri) !== undefined,
    )
  );
}

/** Shows the view Quality Gate, and returns a function that selects a row there and leaves the focus in the editor. */
function showGateView({ own, allGates, onDidChange }: GateServices, load: () => Promise<GateList>) {
  const changed = own(new vscode.EventEmitter<void>());
  let failed: readonly string[] = [];
  const loaded = lazy(async () => {
    const list = await load();
    own(list.onDidChange(() => changed.fire()));
    return list;
  });
  const rowsBelow = async (row: GateRow | undefined): Promise<GateRow[]> => {
    // Nothing is requested while no gate fails.
    if (failedGates(allGates()).length === 0) return [];
    const list = await loaded();
    if (!row || row.kind === 'failedGate') await list.awaitRows(row);
    if (row) return [...list.childrenOf(row)];
    view.description = list.description();
    return [...list.roots()];
  };
  const view = own(
    vscode.window.createTreeView<GateRow>(gateViewId, {
      showCollapseAll: true,
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: rowsBelow,
        getTreeItem: async (row) => (await loaded()).itemOf(row),
        getParent: ({ parent }) => parent,
      },
    }),
  );
  /** Draws the rows again if other gates fail than before. An empty view says why. */
  const follow = () => {
    const gates = allGates();
    const nameOf = ({ projectName, gate }: FolderGate) => gateNameText(projectName, gate.branch);
    const names = failedGates(gates).map(nameOf);
    if (names.join('\n') === failed.join('\n') && view.message !== undefined) return;
    const passed = gates.find((gate) => gate.gate.status === 'OK' && failed.includes(nameOf(gate)));
    const nothingLeft = passed
      ? vscode.l10n.t('{0} passed its quality gate. Nothing is left to do.', nameOf(passed))
      : vscode.l10n.t('No quality gate fails. Nothing is left to do.');
    view.message = names.length > 0 ? '' : nothingLeft;
    if (names.length === 0) view.description = '';
    failed = names;
    changed.fire();
  };
  own(onDidChange(follow));
  follow();
  return (row: GateRow) => view.reveal(row, { select: true, focus: false, expand: true });
}
