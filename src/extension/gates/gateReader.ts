import type { GateMonitor } from '../../core/gate/monitor.ts';
import type { ProjectNames } from '../connections/projectNames.ts';
import type { GateReader } from './folderGates.ts';

/** What view, status bar and API read of the monitor. */
export function gateReader(monitor: GateMonitor, names: ProjectNames): GateReader {
  return {
    gateOf: (uuid, project, branch) => {
      const { gate, hidden } = monitor.gateOf(uuid, project, branch);
      return { status: gate?.status, hidden: hidden !== undefined, branch: gate?.branch };
    },
    nameOf: (uuid, project) => names.of(uuid, project),
    muteOf: (uuid, project) => {
      const mute = monitor.muteOf(uuid, project);
      return mute && (mute.until ?? 'forever');
    },
  };
}
