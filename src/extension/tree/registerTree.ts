import type { Services } from '../services.ts';
import { overviewOf } from './overview.ts';
import type { AgentHookSource } from '../agentHooks/agentHookNodes.ts';
import { showConnectionsView } from './connectionsView.ts';
import type { TreeNode } from './nodes.ts';

export function registerTree(services: Services, agentHooks: AgentHookSource): void {
  const { own, monitor, baseUrlOf, onDidChange, reporting } = services;
  own(
    showConnectionsView({
      overview: () => overviewOf(services),
      onDidChange,
      addressOf: baseUrlOf,
      agentHooks,
      onDidChangeVisibility: (isVisible) => {
        monitor.setViewed(isVisible);
      },
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
async function askOpened(node: TreeNode, { store, webhooks }: Services): Promise<void> {
  if (node.kind !== 'project' && node.kind !== 'webhooks' && node.kind !== 'webhook') return;
  const connection = store.get(node.uuid);
  if (!connection) return;
  if (node.kind === 'webhook') await webhooks.askDeliveries(connection, node.webhookKey);
  else await webhooks.ask({ connection, project: node.projectKey });
}
