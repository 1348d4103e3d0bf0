import { extensions, TreeItem, TreeItemCollapsibleState, window, type TreeDataProvider } from 'vscode';
import type { ServiceApi } from '../../src/extension/publicApi.ts';

/**
 * The least that an extension can do to show a tree of this size: 50 open rows with two below each. Says in the status bar
 * when the other one has read its connections, so that both have all that they show.
 */
export async function activate(): Promise<void> {
  const provider: TreeDataProvider<string> = {
    getChildren: (parent) =>
      parent === undefined
        ? Array.from({ length: 50 }, (_, n) => `Row ${n}`)
        : [`${parent}, first`, `${parent}, second`],
    getTreeItem: (label) =>
      new TreeItem(
        label,
        label.includes(',') ? TreeItemCollapsibleState.None : TreeItemCollapsibleState.Expanded,
      ),
  };
  window.createTreeView('peer.rows', { treeDataProvider: provider });
  const service = extensions.getExtension<ServiceApi>('service.service-ide');
  if (!service) throw new Error('The extension that this is compared with is not installed.');
  const api = await service.activate();
  await api.ready;
  const item = window.createStatusBarItem('ready');
  item.text = `Peer: ${api.connections().length} connections`;
  item.show();
}
