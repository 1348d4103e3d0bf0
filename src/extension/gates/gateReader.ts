import type { GateMonitor } from '../../core/gate/monitor.ts';
import type { ProjectNames } from '../connections/projectNames.ts';
import type { ConnectionStates } from '../connections/states.ts';
import type { GateReader } from './folderGates.ts';
import { disorderOf, type Staleness } from './seenGate.ts';

interface GateReaderOptions {
  readonly monitor: Pick<GateMonitor, 'pollErrorOf' | 'gateOf' | 'muteOf' | 'pollOf'>;
  readonly states: Pick<ConnectionStates, 'of'>;
  readonly names: Pick<ProjectNames, 'of'>;
}

/** Returns the reader through which the tree, the status bar and the API of the extension read the monitor. */
export function gateReader({ monitor, states, names }: GateReaderOptions): GateReader {
  const staleness = (uuid: string): Staleness | undefined => {
    const disorder = disorderOf(states.of(uuid), monitor.pollErrorOf(uuid));
    return disorder && { disorder, lastChecked: monitor.pollOf(uuid)?.lastSuccess };
  };
  return {
    gateOf: (uuid, project, branch) => {
      const { gate, hidden } = monitor.gateOf(uuid, project, branch);
      return {
        status: gate?.status,
        hidden: hidden !== undefined,
        branch: gate?.branch,
        stale: gate && staleness(uuid),
      };
    },
    nameOf: (uuid, project) => names.of(uuid, project),
    muteOf: (uuid, project) => {
      const mute = monitor.muteOf(uuid, project);
      return mute && (mute.until ?? 'forever');
    },
  };
}
