import type { ConnectionStore } from '../core/connections/store.ts';
import type { FolderBindings } from './bindings/folderBindings.ts';
import type { ConnectionStates } from './connections/states.ts';
import type { GateReader } from './gates/folderGates.ts';
import type { Overview } from './tree/nodes.ts';

export interface OverviewSources {
  readonly store: Pick<ConnectionStore, 'list'>;
  readonly states: ConnectionStates;
  readonly bindings: FolderBindings;
  readonly gates: GateReader;
}

/** What the view shows, as it is now. */
export function overviewOf({ store, states, bindings, gates }: OverviewSources): Overview {
  return {
    connections: store.list(),
    folders: bindings.list().map(({ folder, resolution }) => ({
      folder: { uri: folder.uri.toString(), name: folder.name },
      resolution,
    })),
    stateOf: (uuid) => states.of(uuid),
    ...gates,
  };
}
