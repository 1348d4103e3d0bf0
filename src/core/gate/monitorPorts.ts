import type { Event } from '../events.ts';
import type { JournalFile } from './journalStore.ts';
import type { GenerationLock } from './leadership.ts';
import type { WindowBoard } from './windows.ts';

/** What the monitor needs to know of its window. */
export interface WindowPort {
  /** Unique among all windows of all times. */
  readonly id: string;
  isFocused(): boolean;
  /** The focus came, went, or was used again after a while. */
  readonly onDidChangeFocus: Event<void>;
}

/** Where the windows of an editor meet: files under one folder, made by src/node/gateFiles.ts. */
export interface GateFiles {
  readonly journal: JournalFile;
  readonly board: WindowBoard;
  readonly lockOf: (connection: string) => GenerationLock;
}

/** Whether a relay or a receiver would tell of changes. */
export interface Pushes {
  /** Now, and of this project. */
  covers(project: string): boolean;
  readonly onDidChange: Event<void>;
}
