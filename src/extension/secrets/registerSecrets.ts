import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { onDidChangeSetting } from '../host/settings.ts';
import type { HostServices } from '../host/hostServices.ts';
import { isScanned } from './scannedDocuments.ts';

/**
 * Shows secrets and hidden characters in open files after `start`. The engine is loaded with the first file for which a
 * setting wants it.
 */
export function registerSecrets({ own, settings, clock, report, reporting }: HostServices) {
  const isOn = (file: vscode.Uri) => settings.read('service.secrets.diagnostics', file);
  const showsHiddenText = () => settings.read('service.hiddenText.diagnostics');
  const isNeeded = (file: vscode.Uri) => isOn(file) || showsHiddenText();
  const load = async () => {
    const { createSecrets } = await import('./createSecrets.ts');
    return createSecrets({ clock, isOn, showsHiddenText, report });
  };
  return {
    start: () => {
      own(secretsOnDemand({ isNeeded, load, failed: reporting('loading the search for secrets') }));
    },
  };
}

interface SecretsOnDemandOptions {
  readonly isNeeded: (file: vscode.Uri) => boolean;
  readonly load: () => Promise<Disposable>;
  readonly failed: (error: unknown) => void;
}

/** Loads the scans with the first open text while a setting needs them. */
function secretsOnDemand({ isNeeded, load, failed }: SecretsOnDemandOptions): Disposable {
  const scope = new DisposableStore();
  const waiting = scope.add(new DisposableStore());
  const loadIfNeeded = () => {
    const isWanted = (document: vscode.TextDocument) => isScanned(document) && isNeeded(document.uri);
    if (waiting.isDisposed || !vscode.workspace.textDocuments.some(isWanted)) return;
    waiting.dispose();
    load().then((loaded) => scope.add(loaded), failed);
  };
  waiting.add(vscode.workspace.onDidOpenTextDocument(loadIfNeeded));
  for (const name of ['service.secrets.diagnostics', 'service.hiddenText.diagnostics'])
    waiting.add(onDidChangeSetting(name, loadIfNeeded));
  loadIfNeeded();
  return scope;
}
