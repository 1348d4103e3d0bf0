import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Report } from '../host/report.ts';
import { isScanned } from './scannedDocuments.ts';

interface SecretsOnDemandOptions {
  readonly isOn: () => boolean;
  readonly load: () => Promise<Disposable>;
  readonly report: Report;
}

/** Loads the scan for secrets with the first open text while the setting is on. */
export function secretsOnDemand({ isOn, load, report }: SecretsOnDemandOptions): Disposable {
  const scope = new DisposableStore();
  const waiting = scope.add(new DisposableStore());
  const look = () => {
    if (waiting.isDisposed || !isOn() || !vscode.workspace.textDocuments.some(isScanned)) return;
    waiting.dispose();
    load().then(
      (loaded) => scope.add(loaded),
      (error: unknown) => {
        report(error, 'loading the search for secrets');
      },
    );
  };
  waiting.add(vscode.workspace.onDidOpenTextDocument(look));
  waiting.add(vscode.workspace.onDidChangeConfiguration(look));
  look();
  return scope;
}
