import * as vscode from 'vscode';
import { type ProjectNode, type TreeNode, type Overview, countAlarms, foldersOf, treeOf } from './nodes.ts';
import type { GateList } from '../issues/list/gateList.ts';
import type { GateRow } from '../issues/list/gateRows.ts';
import type { WebhookServices } from '../webhooks/webhookLists.ts';
import type { Disposable } from '../../core/disposables.ts';
import { viewId } from '../host/commandTable.ts';
import { lazy } from '../host/lazy.ts';

type Row = TreeNode | GateRow;

/** Loaded with the first row that the editor draws, because a window may never show the view. */
const items = lazy(() => import('./items.ts'));

/** Shows the view Connected Mode. Opening a row requests what is below it; a start does not. */
export function registerTree(services: WebhookServices, gateList: () => Promise<GateList>): void {
  const { own, monitor, baseUrlOf, reporting } = services;
  const changed = own(new vscode.EventEmitter<Row | undefined>());
  /** The failed projects that the user has opened, by id: the editor refreshes a row by its object. */
  const opened = new Map<string, ProjectNode>();
  /** The rows of what is left to do. Loaded with the first failed project. */
  const gateRows = lazy(async () => {
    const list = await gateList();
    own(
      list.onDidChange(() => {
        for (const project of opened.values()) changed.fire(project);
      }),
    );
    return list;
  });
  const leftToDo = async (project: ProjectNode): Promise<readonly GateRow[]> => {
    const { id, uuid, projectKey, gate } = project;
    if (gate.status !== 'ERROR' || gate.hidden) return [];
    opened.set(id, project);
    const list = await gateRows();
    const ref = { uuid, projectKey, branch: gate.branch };
    await list.awaitRows(ref);
    return list.rowsOf(ref);
  };
  const childrenOf = async (node: Row): Promise<readonly Row[]> => {
    if (isGateRow(node)) return (await gateRows()).childrenOf(node);
    const left = node.kind === 'project' ? await leftToDo(node) : [];
    return [...left, ...childrenOfNode(node)];
  };
  const view = own(
    vscode.window.createTreeView<Row>(viewId, {
      showCollapseAll: false,
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: async (node) => [...(node ? await childrenOf(node) : treeOf(overviewOf(services)))],
        getTreeItem: async (node) =>
          isGateRow(node) ? (await gateRows()).itemOf(node) : (await items()).itemOf(node, baseUrlOf),
      },
    }),
  );
  own(view.onDidChangeVisibility(({ visible }) => monitor.setViewed(visible)));
  monitor.setViewed(view.visible);
  own(
    view.onDidExpandElement(({ element }) => {
      askOpened(element, services).catch(reporting('asking for webhooks'));
    }),
  );
  const replaceRows = () => {
    opened.clear();
    changed.fire(undefined);
  };
  own(followOverview(view, services, replaceRows));
}

/** Calls `replaceRows` and sets the badge when the rows have changed. */
function followOverview(
  view: vscode.TreeView<Row>,
  services: WebhookServices,
  replaceRows: () => void,
): Disposable {
  let shown = '';
  const refresh = () => {
    const overview = overviewOf(services);
    // Most events change nothing here, and a row that is replaced under the mouse pointer loses the click.
    const next = JSON.stringify(treeOf(overview));
    if (next === shown) return;
    shown = next;
    replaceRows();
    view.badge = badgeOf(overview);
  };
  // After a crash of the extension host, the view still shows the badge of the old host. Setting `undefined` has no
  // effect on a view object that has not had a badge yet, so another badge is set first.
  view.badge = { value: 0, tooltip: '' };
  view.badge = undefined;
  refresh();
  return services.onDidChange(refresh);
}

/**
 * Requests the webhooks or deliveries of a row that the user expands; those of other rows are not requested. The answer
 * for a project also shows whether the account administers it, which no other answer does.
 */
async function askOpened(node: Row, { store, webhooks }: WebhookServices): Promise<void> {
  if (node.kind !== 'project' && node.kind !== 'webhooks' && node.kind !== 'webhook') return;
  const connection = store.get(node.uuid);
  if (!connection) return;
  if (node.kind === 'webhook') await webhooks.askDeliveries(connection, node.webhookKey);
  else await webhooks.ask({ connection, project: node.projectKey });
}

function overviewOf({
  store,
  states,
  bindings,
  branches,
  gates,
  daysLeftOf,
  webhooks,
}: WebhookServices): Overview {
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
  const lines: string[] = [];
  if (failedGates > 0) lines.push(vscode.l10n.t('Failed quality gates: {0}', failedGates));
  if (brokenConnections > 0) lines.push(vscode.l10n.t('Connections with problems: {0}', brokenConnections));
  return { value, tooltip: lines.join(', ') };
}
