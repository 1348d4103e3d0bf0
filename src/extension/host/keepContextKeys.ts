import * as vscode from 'vscode';
import type { Disposable } from '../../core/disposables.ts';
import type { Event } from '../../core/events.ts';
import { contextKeys } from './commandTable.ts';
import { progressMade, type ProgressSources } from '../walkthrough/progressMade.ts';
import type { Report } from './report.ts';

interface ContextKeysOptions extends ProgressSources {
  readonly onDidChange: Event<void>;
  readonly report: Report;
}

/**
 * Updates the context keys that conditions of package.json and steps of the walkthrough read. The editor gets only
 * changed values.
 */
export function keepContextKeys({ onDidChange, report, ...sources }: ContextKeysOptions): Disposable {
  const known = new Map<string, boolean>();
  const set = (key: string, value: boolean) => {
    if (known.get(key) === value) return;
    known.set(key, value);
    vscode.commands.executeCommand('setContext', key, value).then(undefined, (error: unknown) => {
      report(error, 'setting a context key');
    });
  };
  const look = () => {
    const { hasConnection, hasBinding } = progressMade(sources);
    set(contextKeys.hasConnection, hasConnection);
    set(contextKeys.hasBinding, hasBinding);
  };
  look();
  return onDidChange(look);
}
