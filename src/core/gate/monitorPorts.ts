import type { Event } from '../events.ts';
import type { JournalFile } from './journal/journalStore.ts';
import type { GenerationLock } from './windows/leadership.ts';
import type { WindowRegistryStore } from './windows/windows.ts';

/** The editor window that a monitor works for. */
export interface WindowPort {
  /** Unique among all windows, past and future ones included. */
  readonly id: string;
  isFocused(): boolean;
  /** Fires when the window gains or loses the focus, and when the user is active in it again after a while. */
  readonly onDidChangeFocus: Event<void>;
}

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
