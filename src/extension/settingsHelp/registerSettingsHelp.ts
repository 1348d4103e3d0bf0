import * as vscode from 'vscode';
import type { GateServices } from '../gates/gateServices.ts';

/** Offers completions, hovers and fixes in settings files after `start`. Their code is loaded with the first such file. */
export function registerSettingsHelp(services: GateServices) {
  const { own, reporting } = services;
  const load = async () => {
    const { settingsHelp } = await import('./settingsHelp.ts');
    own(settingsHelp(services));
  };
  let isLoading = false;
  const loadFor = (document: vscode.TextDocument) => {
    if (isLoading || !/\/settings\.json$|\.code-workspace$/.test(document.uri.path)) return;
    isLoading = true;
    load().catch(reporting('help in settings'));
  };
  return {
    start: () => {
      own(vscode.workspace.onDidOpenTextDocument(loadFor));
      for (const document of vscode.workspace.textDocuments) loadFor(document);
    },
  };
}
