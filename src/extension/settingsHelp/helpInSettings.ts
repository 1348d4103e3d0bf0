import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Report } from '../host/report.ts';

/** Loads the help in settings when the first settings file is open. */
export function helpInSettings(load: () => Promise<Disposable>, report: Report): Disposable {
  const scope = new DisposableStore();
  let isLoading = false;
  const look = (document: vscode.TextDocument) => {
    if (isLoading || !/\/settings\.json$|\.code-workspace$/.test(document.uri.path)) return;
    isLoading = true;
    load().then(
      (help) => scope.add(help),
      (error: unknown) => {
        report(error, 'help in settings');
      },
    );
  };
  scope.add(vscode.workspace.onDidOpenTextDocument(look));
  for (const document of vscode.workspace.textDocuments) look(document);
  return scope;
}
