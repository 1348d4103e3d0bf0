import type { Event } from '../../core/events.ts';
import type { GateMonitor, GateFiles } from '../../core/gate/monitor.ts';
import type { WindowPort } from '../../core/gate/windows/windowRegistry.ts';
import type { BindingServices } from '../bindings/folderBindings.ts';
import type { CheckedOutBranches } from './checkedOutBranches.ts';
import type { FolderGate } from './folderGates.ts';
import type { GateReader } from './knownGate.ts';

/** The gates of folders, beside the bindings. */
export interface GateServices extends BindingServices {
  readonly gateFiles: GateFiles;
  readonly window: WindowPort;
  readonly monitor: GateMonitor;
  readonly journal: GateMonitor['journal'];
  readonly gates: GateReader;
  readonly branches: CheckedOutBranches;
  readonly allGates: () => readonly FolderGate[];
  /** Fires when anything that a view shows may have changed. */
  readonly onDidChange: Event<void>;
}
