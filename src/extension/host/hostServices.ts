import type * as vscode from 'vscode';
import type { Clock } from '../../core/clock.ts';
import type { Disposable } from '../../core/disposables.ts';
import type { Log } from '../../core/log.ts';
import type { Report } from './commands.ts';
import type { StateMemory } from './serialMemento.ts';
import type { Settings } from './settings.ts';

/** The editor's context, the log, and the functions by which features report errors and own disposables. */
export interface Host {
  readonly context: vscode.ExtensionContext;
  readonly log: Log;
  readonly report: Report;
  readonly own: <T extends Disposable>(item: T) => T;
}

/** What every feature may use of its host. */
export interface HostServices extends Host {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly version: string;
  readonly userAgent: string;
  /** What the editor remembers for the user, and for this workspace. */
  readonly memory: { readonly global: StateMemory; readonly workspace: StateMemory };
  readonly reporting: (work: string) => (error: unknown) => void;
}
