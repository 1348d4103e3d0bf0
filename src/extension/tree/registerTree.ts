import * as vscode from 'vscode';
import { type ProjectNode, type TreeNode, type Overview, countAlarms, foldersOf, treeOf } from './nodes.ts';
import type { ConnectionStore } from '../../core/connections/store.ts';
import type { FolderBindings } from '../bindings/folderBindings.ts';
import type { ConnectionStates } from '../connections/states.ts';
import type { CheckedOutBranches } from '../gates/checkedOutBranches.ts';
import type { GateReader } from '../gates/folderGates.ts';
import type { GateList } from '../issues/list/gateList.ts';
import type { GateRow } from '../issues/list/gateRows.ts';
import type { WebhookReader, WebhookServices } from '../webhooks/webhookLists.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { Event } from '../../core/events.ts';
import { viewId } from '../host/commandTable.ts';
import { lazy } from '../host/lazy.ts';

/** Shows the view Connected Mode. Opening a row requests what is below it; a start does not. */
export function registerTree(services: WebhookServices, gateList: () => Promise<GateList>): void {
  const { own, monitor, baseUrlOf, onDidChange, reporting } = services;
  own(
    showConnectionsView({
      overview: () => overviewOf(services),
      onDidChange,
      addressOf: baseUrlOf,
      gateList,
      onDidChangeVisibility: (isVisible) => monitor.setViewed(isVisible),
      onOpened: (node) => {
        askOpened(node, services).catch(reporting('asking for webhooks'));
      },
    }),
  );
}

/**
 * Requests the webhooks or deliveries that a row shows, when the user expands it. The tree requests them at no other
 * time.
 *
 * The answer for a project also shows whether the account administers it, which no other answer does.
 */
async function askOpened(node: Row, { store, webhooks }: WebhookServices): Promise<void> {
  if (node.kind !== 'project' && node.kind !== 'webhooks' && node.kind !== 'webhook') return;
  const connection = store.get(node.uuid);
  if (!connection) return;
  if (node.kind === 'webhook') await webhooks.askDeliveries(connection, node.webhookKey);
  else await webhooks.ask({ connection, project: node.projectKey });
}

interface OverviewSources {
  readonly store: Pick<ConnectionStore, 'list'>;
  readonly states: ConnectionStates;
  readonly bindings: FolderBindings;
  readonly branches: CheckedOutBranches;
  readonly gates: GateReader;
  readonly daysLeftOf: Overview['daysLeftOf'];
  readonly webhooks: WebhookReader;
}

function overviewOf({
  store,
  states,
  bindings,
  branches,
  gates,
  daysLeftOf,
  webhooks,
}: OverviewSources): Overview {
  return {
    connections: store.list(),
    folders: bindings.list().map(({ folder, resolution }) => ({
      folder: { uri: folder.uri.toString(), name: folder.name },
      openFolder: folder.path === '' ? undefined : folder.root.uri.toString(),
      resolution,
      branch: branches.of(folder),
    })),
    stateOf: (uuid) => states.of(uuid),
    daysLeftOf,
    ...gates,
    webhooksOf: webhooks.webhooksOf,
    deliveriesOf: webhooks.deliveriesOf,
  };
}

interface ViewOptions {
  readonly overview: () => Overview;
  readonly onDidChange: Event<void>;
  readonly addressOf: (connection: Connection) => string;
  /** Loads the rows below failed projects. */
  readonly gateList: () => Promise<GateList>;
  /** Called at the start, and when the view appears or is hidden. */
  readonly onDidChangeVisibility: (isVisible: boolean) => void;
  /** Called when the user expands a row. */
  readonly onOpened: (node: Row) => void;
}

type Row = TreeNode | GateRow;

/** Loaded with the first row that the editor draws, because a window may never show the view. */
const items = lazy(() => import('./items.ts'));

/** Shows the tree of connections, bound projects and folders. Its badge counts the rows that need attention. */
function showConnectionsView(options: ViewOptions): Disposable {
  const { overview, onDidChange, addressOf, onDidChangeVisibility, onOpened } = options;
  const scope = new DisposableStore();
  const changed = scope.add(new vscode.EventEmitter<Row | undefined>());
  const failed = scope.add(new FailedProjects(options.gateList, (project) => changed.fire(project)));
  const childrenOf = async (node: Row): Promise<readonly Row[]> => {
    if (isGateRow(node)) return (await failed.list()).childrenOf(node);
    const left = node.kind === 'project' ? await failed.rowsOf(node) : [];
    return [...left, ...childrenOfNode(node)];
  };
  const view = scope.add(
    vscode.window.createTreeView<Row>(viewId, {
      showCollapseAll: false,
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: async (node) => [...(node ? await childrenOf(node) : treeOf(overview()))],
        getTreeItem: async (node) =>
          isGateRow(node) ? (await failed.list()).itemOf(node) : (await items()).itemOf(node, addressOf),
      },
    }),
  );
  let shown = '';
  const refresh = () => {
    // Most events change nothing here, and a row that is replaced under the mouse pointer loses the click.
    const next = JSON.stringify(treeOf(overview()));
    if (next === shown) return;
    shown = next;
    failed.forget();
    changed.fire(undefined);
    view.badge = badgeOf(overview());
  };
  scope.add(onDidChange(refresh));
  scope.add(view.onDidChangeVisibility(({ visible }) => onDidChangeVisibility(visible)));
  onDidChangeVisibility(view.visible);
  scope.add(view.onDidExpandElement(({ element }) => onOpened(element)));
  // After a crash of the extension host, the view still shows the badge of the old host. Setting `undefined` has no
  // effect on a view object that has not had a badge yet, so another badge is set first.
  view.badge = { value: 0, tooltip: '' };
  view.badge = undefined;
  refresh();
  return scope;
}

/** The failed projects that the user has opened, with the rows below them of what is left to do. */
class FailedProjects implements Disposable {
  readonly #scope = new DisposableStore();
  /** The objects of their rows by id, because the editor refreshes a row by its object. */
  readonly #opened = new Map<string, ProjectNode>();
  /** Loaded with the first one. */
  readonly list: () => Promise<GateList>;

  constructor(load: () => Promise<GateList>, refresh: (project: ProjectNode) => void) {
    this.list = lazy(async () => {
      const list = await load();
      this.#scope.add(
        list.onDidChange(() => {
          for (const project of this.#opened.values()) refresh(project);
        }),
      );
      return list;
    });
  }

  async rowsOf(project: ProjectNode): Promise<readonly GateRow[]> {
    const { id, uuid, projectKey, gate } = project;
    if (gate.status !== 'ERROR' || gate.hidden) return [];
    this.#opened.set(id, project);
    const list = await this.list();
    const ref = { uuid, projectKey, branch: gate.branch };
    await list.awaitRows(ref);
    return list.rowsOf(ref);
  }

  /** Called when the objects of the rows are replaced. */
  forget(): void {
    this.#opened.clear();
  }

  dispose(): void {
    this.#scope.dispose();
  }
}

function isGateRow(row: Row): row is GateRow {
  return 'parent' in row;
}

function childrenOfNode(node: TreeNode): readonly TreeNode[] {
  switch (node.kind) {
    case 'connection':
      return [...node.projects, ...(node.administration ? [node.administration] : [])];
    case 'administration':
      return [node.webhooks];
    case 'project':
      return [...foldersOf(node), ...(node.webhooks ? [node.webhooks] : [])];
    case 'webhooks':
    case 'webhook':
      return node.children;
    case 'boundFolder':
    case 'folder':
    case 'delivery':
    case 'note':
      return [];
  }
}

function badgeOf(overview: Overview): vscode.ViewBadge | undefined {
  const { failedGates, brokenConnections } = countAlarms(overview);
  const value = failedGates + brokenConnections;
  if (value === 0) return undefined;
  const lines = [
    ...(failedGates > 0 ? [vscode.l10n.t('Failed quality gates: {0}', failedGates)] : []),
    ...(brokenConnections > 0 ? [vscode.l10n.t('Connections with problems: {0}', brokenConnections)] : []),
  ];
  return { value, tooltip: lines.join(', ') };
}
