import type { Connection } from '../../core/connections/connection.ts';
import type { FolderBindings } from '../bindings/folderBindings.ts';

export interface ProgressSources {
  readonly connections: () => readonly Connection[];
  readonly bindings: FolderBindings;
}

/** The steps that the user has completed. */
interface ProgressMade {
  readonly hasConnection: boolean;
  /** Whether a folder of this window is bound. */
  readonly hasBinding: boolean;
}

export function progressMade({ connections, bindings }: ProgressSources): ProgressMade {
  return {
    hasConnection: connections().length > 0,
    hasBinding: bindings.list().some(({ resolution }) => resolution.state === 'bound'),
  };
}
