import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/disposables.ts';
import type { GateServices } from '../../gates/gateServices.ts';
import { failedGates, type FolderGate } from '../../gates/folderGates.ts';
import { gateNameText } from '../../gates/gateTexts.ts';
import { gateViewId } from '../../host/commandTable.ts';
import { lazy } from '../../host/lazy.ts';
import type { GateList } from './gateList.ts';
import type { GateRow } from './gateRows.ts';

/** The view Quality Gate: what is left to do about the failed gates of this window. */
export class GateView implements Disposable {
  readonly #services: Pick<GateServices, 'allGates' | 'onDidChange'>;
  readonly #list: () => Promise<GateList>;
  readonly #scope = new DisposableStore();
  readonly #changed = this.#scope.add(new vscode.EventEmitter<void>());
  readonly #view: vscode.TreeView<GateRow>;
  #failed: readonly string[] = [];

  /** @param load called when the view is drawn while a gate fails, so that nothing is requested otherwise */
  constructor(services: Pick<GateServices, 'allGates' | 'onDidChange'>, load: () => Promise<GateList>) {
    this.#services = services;
    this.#list = lazy(async () => {
      const list = await load();
      this.#scope.add(list.onDidChange(() => this.#changed.fire()));
      return list;
    });
    this.#view = this.#scope.add(
      vscode.window.createTreeView<GateRow>(gateViewId, {
        showCollapseAll: true,
        treeDataProvider: {
          onDidChangeTreeData: this.#changed.event,
          getChildren: (row) => this.#rows(row),
          getTreeItem: async (row) => (await this.#list()).itemOf(row),
          getParent: ({ parent }) => parent,
        },
      }),
    );
    this.#scope.add(services.onDidChange(() => this.#follow()));
    this.#follow();
  }

  dispose(): void {
    this.#scope.dispose();
  }

  /** Shows the view with a row selected. The focus stays in the editor. */
  async reveal(row: GateRow): Promise<void> {
    await this.#view.reveal(row, { select: true, focus: false, expand: true });
  }

  async #rows(row: GateRow | undefined): Promise<GateRow[]> {
    if (failedGates(this.#services.allGates()).length === 0) return [];
    const list = await this.#list();
    if (!row || row.kind === 'failedGate') await list.awaitRows(row);
    if (row) return [...list.childrenOf(row)];
    this.#view.description = list.description();
    return [...list.roots()];
  }

  /** Draws the rows again if other gates fail than before. An empty view says why. */
  #follow(): void {
    const gates = this.#services.allGates();
    const nameOf = ({ projectName, gate }: FolderGate) => gateNameText(projectName, gate.branch);
    const failed = failedGates(gates).map(nameOf);
    if (failed.join('\n') === this.#failed.join('\n') && this.#view.message !== undefined) return;
    const passed = gates.find((gate) => gate.gate.status === 'OK' && this.#failed.includes(nameOf(gate)));
    const nothingLeft = passed
      ? vscode.l10n.t('{0} passed its quality gate. Nothing is left to do.', nameOf(passed))
      : vscode.l10n.t('No quality gate fails. Nothing is left to do.');
    this.#view.message = failed.length > 0 ? '' : nothingLeft;
    if (failed.length === 0) this.#view.description = '';
    this.#failed = failed;
    this.#changed.fire();
  }
}
