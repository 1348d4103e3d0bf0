import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { Event } from '../../core/events.ts';
import { viewId } from '../host/commandTable.ts';
import { lazy } from '../host/lazy.ts';
import { agentHooksNode, type AgentHookSource } from '../agentHooks/agentHookNodes.ts';
import { alarmsOf, foldersOf, treeOf, type Overview, type TreeNode } from './nodes.ts';

interface ViewOptions {
  readonly overview: () => Overview;
  readonly onDidChange: Event<void>;
  readonly addressOf: (connection: Connection) => string;
  readonly agentHooks: AgentHookSource;
  /** Called at the start, and when the view appears or is hidden. */
  readonly onDidChangeVisibility: (isVisible: boolean) => void;
  /** Called when the user expands a row. */
  readonly onOpened: (node: TreeNode) => void;
}

/** Loaded with the first row that the editor draws, because a window may never show the view. */
const items = lazy(() => import('./items.ts'));

/** Shows the tree of connections, bound projects and folders. Its badge counts the rows that need attention. */
export function showConnectionsView(options: ViewOptions): Disposable {
  const { overview, onDidChange, addressOf, agentHooks, onDidChangeVisibility, onOpened } = options;
  const scope = new DisposableStore();
  const changed = scope.add(new vscode.EventEmitter<TreeNode | undefined>());
  const view = scope.add(
    vscode.window.createTreeView<TreeNode>(viewId, {
      showCollapseAll: false,
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: async (node) => [
          ...(await (node ? childrenOf(node, agentHooks) : rootsOf(overview(), agentHooks))),
        ],
        getTreeItem: async (node) => (await items()).itemOf(node, addressOf),
      },
    }),
  );
  let shown = '';
  const refresh = () => {
    // Most events change nothing here, and a row that is replaced under the mouse pointer loses the click.
    const next = JSON.stringify(treeOf(overview()));
    if (next === shown) return;
    shown = next;
    changed.fire(undefined);
    view.badge = badgeOf(overview());
  };
  scope.add(onDidChange(refresh));
  scope.add(
    agentHooks.onDidChange(() => {
      changed.fire(agentHooksNode);
    }),
  );
  scope.add(
    view.onDidChangeVisibility(({ visible }) => {
      onDidChangeVisibility(visible);
    }),
  );
  onDidChangeVisibility(view.visible);
  scope.add(
    view.onDidExpandElement(({ element }) => {
      onOpened(element);
    }),
  );
  // After a crash of the extension host, the view still shows the badge of the old host. Setting `undefined` has no
  // effect on a view object that has not had a badge yet, so another badge is set first.
  view.badge = { value: 0, tooltip: '' };
  view.badge = undefined;
  refresh();
  return scope;
}

/** Returns no rows without a connection: the editor shows the welcome content only in an empty tree. */
function rootsOf(overview: Overview, agentHooks: AgentHookSource): readonly TreeNode[] {
  const nodes = treeOf(overview);
  return nodes.length > 0 && agentHooks.isOffered() ? [...nodes, agentHooksNode] : nodes;
}

function childrenOf(
  node: TreeNode,
  agentHooks: AgentHookSource,
): readonly TreeNode[] | Promise<readonly TreeNode[]> {
  switch (node.kind) {
    case 'connection':
      return [...node.projects, ...(node.administration ? [node.administration] : [])];
    case 'administration':
      return [node.webhooks];
    case 'project':
      return [...foldersOf(node), ...(node.webhooks ? [node.webhooks] : [])];
    case 'agentHooks':
      return agentHooks.list();
    case 'webhooks':
    case 'webhook':
      return node.children;
    case 'boundFolder':
    case 'folder':
    case 'agentHooksOfFolder':
    case 'delivery':
    case 'note':
      return [];
  }
}

function badgeOf(overview: Overview): vscode.ViewBadge | undefined {
  const { failedGates, brokenConnections } = alarmsOf(overview);
  const value = failedGates + brokenConnections;
  if (value === 0) return undefined;
  const lines = [
    ...(failedGates > 0 ? [vscode.l10n.t('Failed quality gates: {0}', failedGates)] : []),
    ...(brokenConnections > 0 ? [vscode.l10n.t('Connections with problems: {0}', brokenConnections)] : []),
  ];
  return { value, tooltip: lines.join(', ') };
}
