import * as vscode from 'vscode';
import { DisposableStore } from '../../core/disposables.ts';
import { onDidChangeSetting } from '../host/settings.ts';
import type { HostServices } from '../host/hostServices.ts';
import { isScanned } from './scannedDocuments.ts';

/** Shows secrets and hidden characters in open files after `start`. The first file to scan loads the engine. */
export function registerSecrets({ own, settings, clock, report, reporting }: HostServices) {
  const isOn = (file: vscode.Uri) => settings.read('service.secrets.diagnostics', file);
  const showsHiddenText = () => settings.read('service.hiddenText.diagnostics');
  const isWanted = (document: vscode.TextDocument) =>
    isScanned(document) && (isOn(document.uri) || showsHiddenText());
  const load = async () => {
    const { createSecrets } = await import('./createSecrets.ts');
    own(createSecrets({ clock, isOn, report }, showsHiddenText));
  };
  const start = () => {
    const waiting = own(new DisposableStore());
    const loadIfWanted = () => {
      if (waiting.isDisposed || !vscode.workspace.textDocuments.some(isWanted)) return;
      waiting.dispose();
      load().catch(reporting('loading the search for secrets'));
    };
    waiting.add(vscode.workspace.onDidOpenTextDocument(loadIfWanted));
    for (const name of ['service.secrets.diagnostics', 'service.hiddenText.diagnostics'])
      waiting.add(onDidChangeSetting(name, loadIfWanted));
    loadIfWanted();
  };
  return { start };
}
