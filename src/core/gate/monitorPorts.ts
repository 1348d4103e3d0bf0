import type { Event } from '../events.ts';
import type { JournalFile } from './journal/journalStore.ts';
import type { GenerationLock } from './windows/leadership.ts';
import type { WindowBoard } from './windows/windows.ts';

/** The window of a monitor. */
export interface WindowPort {
  /** Unique among all windows of all times. */
  readonly id: string;
  isFocused(): boolean;
  /** The focus came, went, or was used again after a while. */
  readonly onDidChangeFocus: Event<void>;
}

/** The files in which the windows of one editor meet, under one folder. Made by src/node/gateFiles.ts. */
export interface GateFiles {
  readonly journal: JournalFile;
  readonly board: WindowBoard;
  readonly lockOf: (connection: string) => GenerationLock;
}

/** A relay or a receiver that announces changes. */
export interface Pushes {
  /** Returns whether it would announce a change of this project now. */
  covers(project: string): boolean;
  readonly onDidChange: Event<void>;
}
