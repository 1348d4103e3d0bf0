import type { Api } from '../api/client.ts';
import type { Clock } from '../clock.ts';
import type { Connection } from '../connections/connection.ts';
import type { Event } from '../events.ts';
import type { Log } from '../log.ts';
import type { JournalFile } from './journal/journalStore.ts';
import type { Notifier } from './notify/gateNotification.ts';
import type { GenerationLock } from './windows/election.ts';
import type { WindowPort, WindowRegistryStore } from './windows/windowRegistry.ts';

/** The files that the windows of one editor share, below one folder. Opened by src/node/files/gateFiles.ts. */
export interface GateFiles {
  readonly journal: JournalFile;
  readonly registryStore: WindowRegistryStore;
  readonly lockOf: (connection: string) => GenerationLock;
}

/** A relay or a webhook receiver that announces changes. */
export interface Pushes {
  /** Returns whether a change of this project would be announced now. */
  covers(project: string): boolean;
  /** Fires when `covers` may return another value. */
  readonly onDidChange: Event<void>;
}

export interface GateMonitorOptions {
  /** Resolves with undefined if the connection has no token. */
  readonly apiFor: (connection: Connection) => Promise<Api | undefined>;
  readonly files: GateFiles;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: Log;
  readonly notifier: Notifier;
  readonly window: WindowPort;
  /** Polling interval in milliseconds, read before each poll. */
  readonly intervalMs: () => number;
  /** The interval while no window has the focus, milliseconds. Undefined: five times as long. */
  readonly unfocusedIntervalMs?: () => number | undefined;
  /** Whether the user wants notifications of new issues. Absent: yes. */
  readonly notifiesNewIssues?: () => boolean;
  /** Whether the user wants notifications of gates that passed. Absent: yes. */
  readonly notifiesPassed?: () => boolean;
  /** Absent: changes are not pushed. */
  readonly pushes?: Pushes;
}
