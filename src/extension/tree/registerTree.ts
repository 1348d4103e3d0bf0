import type { Services } from '../services.ts';
import type { AgentHookSource } from '../agentHooks/agentHookNodes.ts';
import { showConnectionsView } from './connectionsView.ts';
import type { TreeNode, Overview } from './nodes.ts';
import type { ConnectionStore } from '../../core/connections/store.ts';
import type { FolderBindings } from '../bindings/folderBindings.ts';
import type { ConnectionStates } from '../connections/states.ts';
import type { CheckedOutBranches } from '../gates/checkedOutBranches.ts';
import type { GateReader } from '../gates/folderGates.ts';
import type { WebhookReader } from '../webhooks/webhookLists.ts';

/**
 * Shows the view Connected Mode. Opening a row requests what is below it, because a start requests neither webhooks nor
 * hooks.
 */
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

interface OverviewSources {
  readonly store: Pick<ConnectionStore, 'list'>;
  readonly states: ConnectionStates;
  readonly bindings: FolderBindings;
  readonly branches: CheckedOutBranches;
  readonly gates: GateReader;
  readonly daysLeftOf: Overview['daysLeftOf'];
  readonly webhooks: WebhookReader;
}

/** Returns the current content of the view. */
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
