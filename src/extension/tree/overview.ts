import type { ConnectionStore } from '../../core/connections/store.ts';
import type { FolderBindings } from '../bindings/folderBindings.ts';
import type { ConnectionStates } from '../connections/states.ts';
import type { CheckedOutBranches } from '../gates/checkedOutBranches.ts';
import type { GateReader } from '../gates/folderGates.ts';
import type { Overview } from './nodes.ts';
import type { WebhookReader } from '../webhooks/webhookLists.ts';

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
export function overviewOf({
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
