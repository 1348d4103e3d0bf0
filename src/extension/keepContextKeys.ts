import * as vscode from 'vscode';
import type { Connection } from '../core/connections/connection.ts';
import type { Disposable } from '../core/disposables.ts';
import type { Event } from '../core/events.ts';
import type { FolderBindings } from './bindings/folderBindings.ts';
import { contextKeys } from './commandTable.ts';
import type { Report } from './report.ts';

export interface ContextKeysOptions {
  readonly connections: () => readonly Connection[];
  readonly bindings: FolderBindings;
  readonly onDidChange: Event<void>;
  readonly report: Report;
}

/** Keeps true what conditions of package.json and steps of the walkthrough read; the editor hears of changes only. */
export function keepContextKeys({
  connections,
  bindings,
  onDidChange,
  report,
}: ContextKeysOptions): Disposable {
  const known = new Map<string, boolean>();
  const set = (key: string, value: boolean) => {
    if (known.get(key) === value) return;
    known.set(key, value);
    vscode.commands.executeCommand('setContext', key, value).then(undefined, (error: unknown) => {
      report(error, 'setting a context key');
    });
  };
  const look = () => {
    set(contextKeys.hasConnection, connections().length > 0);
    set(
      contextKeys.hasBinding,
      bindings.list().some(({ resolution }) => resolution.state === 'bound'),
    );
  };
  look();
  return onDidChange(look);
}
