import type { GateJournal } from '../../core/gate/gateJournal.ts';
import type { ConnectionStates } from '../connections/states.ts';
import type { GateReader } from './folderGates.ts';
import { connectionProblemOf, type Staleness } from './knownGate.ts';

interface GateReaderOptions {
  readonly journal: Pick<GateJournal, 'checkedAt' | 'pollErrorOf' | 'gateOf' | 'muteOf' | 'nameOf'>;
  readonly states: Pick<ConnectionStates, 'of'>;
}

export function gateReader({ journal, states }: GateReaderOptions): GateReader {
  const staleness = (uuid: string, project: string): Staleness | undefined => {
    const problem = connectionProblemOf(states.of(uuid), journal.pollErrorOf(uuid));
    return problem && { problem, lastChecked: journal.checkedAt(uuid, project) };
  };
  return {
    gateOf: (uuid, project, branch) => {
      const { gate, hidden } = journal.gateOf(uuid, project, branch);
      return {
        status: gate?.status,
        hidden: hidden !== undefined,
        branch: gate?.branch,
        stale: gate && staleness(uuid, project),
      };
    },
    nameOf: (uuid, project) => journal.nameOf(uuid, project),
    muteOf: (uuid, project) => {
      const mute = journal.muteOf(uuid, project);
      return mute && (mute.until ?? 'forever');
    },
  };
}
