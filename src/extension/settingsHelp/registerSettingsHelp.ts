import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { GateServices } from '../gates/gateServices.ts';

/** Offers completions, hovers and fixes in settings files after `start`. Their code is loaded on first use. */
export function registerSettingsHelp(services: GateServices) {
  const load = async () => {
    const { settingsHelp } = await import('./settingsHelp.ts');
    return settingsHelp({ ...services, onDidChangeConnections: services.store.onDidChange });
  };
  return {
    start: () => {
      services.own(helpInSettings(load, services.reporting('help in settings')));
    },
  };
}

/** Loads the help in settings when the first settings file is open. */
function helpInSettings(load: () => Promise<Disposable>, failed: (error: unknown) => void): Disposable {
  const scope = new DisposableStore();
  let isLoading = false;
  const loadFor = (document: vscode.TextDocument) => {
    if (isLoading || !/\/settings\.json$|\.code-workspace$/.test(document.uri.path)) return;
    isLoading = true;
    load().then((help) => scope.add(help), failed);
  };
  scope.add(vscode.workspace.onDidOpenTextDocument(loadFor));
  for (const document of vscode.workspace.textDocuments) loadFor(document);
  return scope;
}
