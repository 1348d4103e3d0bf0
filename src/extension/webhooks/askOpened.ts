import type { Connection } from '../../core/connections/connection.ts';
import type { TreeNode } from '../tree/nodes.ts';
import type { WebhookLists } from './webhookLists.ts';

/**
 * Requests the webhooks or deliveries that a row shows, when the user expands it. The tree requests them at no other
 * time.
 *
 * The answer for a project also shows whether the account administers it, which no other answer does.
 */
export async function askOpened(
  node: TreeNode,
  connectionOf: (uuid: string) => Connection | undefined,
  lists: WebhookLists,
): Promise<void> {
  if (node.kind !== 'project' && node.kind !== 'webhooks' && node.kind !== 'webhook') return;
  const connection = connectionOf(node.uuid);
  if (!connection) return;
  if (node.kind === 'webhook') await lists.askDeliveries(connection, node.webhookKey);
  else await lists.ask({ connection, project: node.projectKey });
}
